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
        self._opened: dict[str, tuple[WaitingInbox, str | None]] = {}

    def created(self, address: CreatedAddress) -> WaitingInbox:
        """The inbox of an address that was just created: all its mail is new."""
        return self._remember(WaitingInbox(self._client, address.full_address))

    async def open(self, address: str, since: str | None) -> WaitingInbox:
        """The inbox from now on, or from a position of another process on."""
        if since is None:
            return self._remember(await WaitingInbox.open(self._client, address))
        return self._remember(WaitingInbox.at(self._client, address, since), since)

    async def known(self, address: str, since: str | None) -> WaitingInbox:
        """The inbox from where it was opened or created, unless `since` is another position, or else as `open`."""
        inbox, opened_at = self._opened.get(address.lower(), (None, None))
        return inbox if inbox and since in (None, opened_at) else await self.open(address, since)

    def _remember(self, inbox: WaitingInbox, since: str | None = None) -> WaitingInbox:
        key = inbox.address.lower()
        self._opened.pop(key, None)
        self._opened[key] = (inbox, since)
        if len(self._opened) > _REMEMBERED:
            self._opened.pop(next(iter(self._opened)), None)
        return inbox
