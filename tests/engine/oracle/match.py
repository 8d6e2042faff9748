"""RULES section 7: the table of a match of several rounds."""


def match_totals(rounds, seats):
    """`rounds`: dicts of `scores` and `placings` by seat, None where a seat had left. Gives totals, won, placings."""
    everyone = range(seats)
    totals = [sum(r["scores"][seat] or 0 for r in rounds) for seat in everyone]
    won = [sum(r["placings"][seat] == 1 for r in rounds) for seat in everyone]

    def left(seat):
        """When the seat left: (round, minus its place in it), later is greater; None if it stayed."""
        for number, r in enumerate(rounds):
            if r["scores"][seat] is None:
                place = r["placings"][seat]
                return number, -(seats if place is None else place)
        return None

    leavers = sorted((seat for seat in everyone if left(seat) is not None), key=left, reverse=True)
    stayers = [seat for seat in everyone if seat not in leavers]

    def rank(seat):  # "Lowest total after the last round wins; level: more rounds won; then shared"
        return totals[seat], -won[seat]

    places = {seat: 1 + sum(rank(other) < rank(seat) for other in stayers) for seat in stayers}
    for index, seat in enumerate(leavers):  # "A leaver ranks below all others, a later leaver above an earlier one"
        places[seat] = len(stayers) + 1 + index
    return {"totals": totals, "won": won, "placings": [places[seat] for seat in everyone]}
