"""Friendly names for guests. Pure. Never translated: a name is the same for every reader."""

import secrets

from accounts.usernames import GUEST_PREFIX

ADJECTIVES = (
    *("amber", "azure", "brave", "bright", "calm", "clever", "coral", "cosy", "crisp", "daring", "eager", "fair"),
    *("gentle", "glad", "golden", "grand", "green", "happy", "honest", "jolly", "keen", "kind", "light", "lively"),
    *("lucky", "mellow", "merry", "mild", "neat", "noble", "plucky", "polite", "proud", "quick", "quiet", "ready"),
    *("ruby", "silver", "smart", "snowy", "steady", "sunny", "swift", "tidy", "warm", "wise", "witty", "young"),
)
ANIMALS = (
    *("badger", "bear", "beaver", "bison", "camel", "crane", "deer", "dove", "eagle", "falcon", "ferret", "finch"),
    *("fox", "gecko", "goose", "hare", "hawk", "heron", "ibex", "jackdaw", "koala", "lark", "lemur", "lynx"),
    *("magpie", "marmot", "marten", "mole", "moose", "newt", "otter", "owl", "panda", "pigeon", "puffin", "quail"),
    *("rabbit", "raven", "robin", "salmon", "seal", "shrew", "stork", "swan", "tapir", "turtle", "walrus", "wren"),
)


def guest_name(long: bool = False) -> str:
    """A name like `guest-amber-otter-42`; `long` has six digits, for when the short ones run out."""
    number = secrets.randbelow(900_000) + 100_000 if long else secrets.randbelow(90) + 10
    return f"{GUEST_PREFIX}{secrets.choice(ADJECTIVES)}-{secrets.choice(ANIMALS)}-{number}"
