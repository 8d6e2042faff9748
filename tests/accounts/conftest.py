"""What the account tests share."""

import pytest

closed: list[int] = []


def note(user_id: int) -> None:
    """Stands in for the part that closes sockets."""
    closed.append(user_id)


@pytest.fixture
def signed_out(settings):
    """The ids of people whose sockets were told to close."""
    closed.clear()
    settings.ACCOUNTS_SIGNED_OUT = ["tests.accounts.conftest.note"]
    return closed


@pytest.fixture(autouse=True)
def _alone(settings):
    """Accounts by themselves: other parts hook in by settings, and tests that want them say so."""
    settings.ACCOUNTS_DELETING = []
    settings.ACCOUNTS_SIGNED_OUT = []
