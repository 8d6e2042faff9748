"""Where RULES.md or DESIGN section 5 leave room: how the oracle reads it, and what else it could mean."""

# (section, question, reading taken, other readings)
AMBIGUITIES = [
    (
        "5 dry guard",
        "`count the same`: one sum or three figures?",
        "Three figures, each unchanged: draw pile; cleared + forfeited; all 3UP + 3DOWN.",
        "One sum of them all: a Clear from the hand made good by one drawn card would then be a dry turn.",
    ),
    (
        "5 dry guard",
        "Can the first turn of a game be dry? There is no turn before it.",
        "No: `dry` is 0 after the first turn whatever happened.",
        "Compare it with the position in which play began (differs only where the deal leaves no draw pile).",
    ),
    (
        "5 dry guard",
        "Does `dry` count under `dry_turns` 0?",
        "Yes: it is a figure of the position, 0 only switches its effect off.",
        "`dry` stays 0.",
    ),
    (
        "5 guards",
        "Is `dry` brought up to date by the turn that ends the game (a finish, a forfeit on turn)?",
        "Yes, as `turns` is: every ended turn.",
        "`dry` stays as it was before the finish.",
    ),
    (
        "5 guards",
        "Both guards strike on one turn: what is `end`?",
        "`max_turns`, the guard written first.",
        "`dry_turns`.",
    ),
    (
        "5 guards",
        "A turn under `play_for_places` in which a seat goes out and two or more stay in, at `max_turns`.",
        "The game ends with `max_turns`; those out keep their places.",
        "none seen",
    ),
    (
        "5 / state",
        "What do `owed`, `may_draw_now`, `exchange_left` hold when the game ends outside the owner's turn?",
        "0, false, []: nothing is owed or left to do in a game that is over.",
        "They keep the values of the last position.",
    ),
    (
        "5 / state",
        "`first` when the first seat is out before play.",
        "As drawn; only the turn moves on.",
        "`first` becomes the seat that starts.",
    ),
    (
        "5 / state",
        "Is the last seat left in put into `finished`?",
        "No: it has not gone out.",
        "Yes, as the last of the places.",
    ),
    (
        "5 forfeit",
        "`chosen` of a seat that forfeited in setup.",
        "true (`counts as having chosen`).",
        "false, since it chose nothing.",
    ),
    (
        "6 swap_cards",
        "The first seat forfeits during the exchanges: does the order of exchanges change?",
        "No: it is fixed when they begin; only the start of play is looked up anew.",
        "none that differs in practice (a seat that is out is not in the list).",
    ),
    (
        "6 swap_cards",
        "May the exchanged faces be equal (`exchange R2 1:R2`)?",
        "Yes, nothing forbids it; section 8 says so of `swap`.",
        "Only `swap` may.",
    ),
    (
        "6 swap_cards / state",
        "`exchange_left` before the exchanges.",
        "[] outside the phase `exchange`.",
        "All seats in order already in setup.",
    ),
    (
        "6 colour_bonus",
        "A play takes the run beyond four (three, then a pair): from where does the next run count?",
        "From zero: cards on the pile at that moment never count again.",
        "none seen",
    ),
    (
        "6 colour_bonus",
        "`at once`: also in the middle of a turn, with actions still owed?",
        "Yes; then the owed actions follow, and a permission to draw that is open stays open.",
        "none seen",
    ),
    (
        "8",
        "`a pair of numbers of two colours in both orders`: also when the pile clears or from 3UP?",
        "Yes, always under the option.",
        "Only where the order can matter.",
    ),
    (
        "4 permission",
        "`each`: is it opened anew by an extra action that is itself a plain Clear?",
        "Yes: any extra action taken while more are owed.",
        "Only by extra actions that lay numbers.",
    ),
    (
        "7 / match",
        "`totals` of a leaver: `its total is not compared`.",
        "The sum of the rounds it finished.",
        "null.",
    ),
    (
        "7 / match",
        "Does a round whose winner left later count in `won`?",
        "Yes: `won` counts rounds in which the seat placed first; for leavers it decides nothing.",
        "0 for leavers.",
    ),
    (
        "8 / view",
        "The view of a watcher and of a forfeited seat in setup.",
        "All 3UP are empty; a forfeited seat sees as a watcher does (its own zones are empty).",
        "none seen",
    ),
    (
        "9 / view",
        "`public` when the game is over.",
        "As tracked; hands are open anyway.",
        "Equal to the hands.",
    ),
    (
        "5 / state",
        "`known` of a slot that has emptied.",
        "false.",
        "stays true.",
    ),
    (
        "2",
        "A deck that is not a permutation of the options' deck.",
        "Refused.",
        "Dealt as it is.",
    ),
]
