"""The inboxes that a client has opened or created, each with its position."""

from ._client import Client
from ._waiting import WaitingInbox
from .models import CreatedAddress

# So many addresses are remembered.
_REMEMBERED = 10_000


class Inboxes:
    """By address, in the order in which they were opened."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._opened: dict[str, WaitingInbox] = {}

    def created(self, address: CreatedAddress) -> WaitingInbox:
        """The inbox of an address that was just created: all its mail is new."""
        return self._remember(WaitingInbox(self._client, address.full_address))

    async def open(self, address: str) -> WaitingInbox:
        """The inbox from now on."""
        return self._remember(await WaitingInbox.open(self._client, address))

    async def known(self, address: str) -> WaitingInbox:
        """The inbox from where it was opened or created, or else from now on."""
        return self._opened.get(address.lower()) or await self.open(address)

    def _remember(self, inbox: WaitingInbox) -> WaitingInbox:
        key = inbox.address.lower()
        self._opened.pop(key, None)
        self._opened[key] = inbox
        if len(self._opened) > _REMEMBERED:
            self._opened.pop(next(iter(self._opened)), None)
        return inbox
