"""Calls with retries, pages and places: what the methods of a client and of its inboxes share."""

import math
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic, TypeVar
from urllib.parse import quote
from uuid import uuid4

from ._decode import Record, decode
from ._filter import Filter
from ._io import Io
from ._places import Places
from ._retry import with_retries
from ._settings import Settings, missing
from ._transport import Call, Transport
from .errors import InletError
from .models import AddressListItem, AttachmentContent, CreatedAddress, Included, Message, MessageListItem

T = TypeVar("T")
R = TypeVar("R", bound=Record)

_ATTEMPTS = 5
_PAGE_SIZE = 100


@dataclass(frozen=True, slots=True)
class Page(Generic[R]):
    """A page of a list, newest first, and the call that answers the next one."""

    items: tuple[R, ...]
    next: Call | None


class Client:
    """What every method is made of. `ends_at` is a moment of `time.monotonic()`: with it a call is tried until then, else five times."""

    def __init__(self, io: Io, settings: Settings) -> None:
        self.io = io
        self.settings = settings
        self._transport = Transport(io, settings)
        self._places = Places(settings.held_calls, io.new_turn)

    async def create_address(
        self,
        *,
        domain_id: str | None,
        local_part: str | None,
        hostname: str | None,
        password: str | None,
        idempotency_key: str | None,
    ) -> CreatedAddress:
        domain_id = domain_id or self.settings.domain_id
        if not domain_id:
            raise missing("domain_id", "INLET_DOMAIN")
        call = Call(
            path=self._addresses_path(),
            body={"domainId": domain_id, "localPart": local_part, "hostname": hostname, "password": password},
            headers={"idempotency-key": idempotency_key or str(uuid4())},
            request_id=str(uuid4()),
        )
        return await self._record(CreatedAddress, call)

    def addresses(self, *, hostname: str | None, text: str | None) -> Call:
        """The first page of the service's addresses."""
        query = {"hostname": hostname, "q": text, "limit": _PAGE_SIZE}
        return Call(path=self._addresses_path(), query=query, request_id=str(uuid4()))

    async def address_page(self, call: Call) -> Page[AddressListItem]:
        return await self._page(AddressListItem, call)

    def messages(self, address: str, wanted: Filter, *, after: str | None = None) -> Call:
        """The first page of the messages of an inbox that are there. An inbox that its first mail will make is empty."""
        query = {**wanted.query(), "after": after, "limit": _PAGE_SIZE, "waitSeconds": 0}
        return Call(path=f"/inboxes/{quote(address, safe='')}/messages", query=query, request_id=str(uuid4()))

    async def message_page(self, call: Call, *, ends_at: float = math.inf) -> Page[MessageListItem]:
        return await self._page(MessageListItem, call, ends_at=ends_at)

    async def all_messages(self, call: Call, *, ends_at: float = math.inf) -> list[MessageListItem]:
        """All pages, oldest first."""
        return await self._rest(await self.message_page(call, ends_at=ends_at), ends_at=ends_at)

    async def wait_for_messages(self, call: Call, *, hold: float | None, ends_at: float) -> list[MessageListItem]:
        """
        Waits for messages, oldest first, for one held call and `hold` seconds at most: empty where none came, or where no place was free.
        """

        async def held() -> Page[MessageListItem] | None:
            async with self._places.one(ends_at) as is_admitted:
                if not is_admitted:
                    return None
                most = self._places.longest_hold() if hold is None else hold
                seconds = math.ceil(min(max(0.0, ends_at - time.monotonic()), most))
                query = {**call.query, "waitSeconds": seconds}
                return await self._one_page(MessageListItem, replace(call, query=query, hold=seconds))

        page = await with_retries(held, pause=self.io.pause, ends_at=ends_at)
        return await self._rest(page, ends_at=ends_at) if page else []

    async def message(self, message_id: str, include: Sequence[Included] = (), *, ends_at: float = math.inf) -> Message:
        query = {"include": ",".join(include) or None}
        call = Call(path=_message_path(message_id), query=query, request_id=str(uuid4()))
        return await self._record(Message, call, ends_at=ends_at)

    async def source(self, message_id: str) -> bytes:
        headers = {"accept": "message/rfc822"}
        call = Call(path=_message_path(message_id), headers=headers, request_id=str(uuid4()))
        return await self._retried(partial(self._transport.bytes, call))

    async def attachment(self, message_id: str, which: str | int) -> AttachmentContent:
        files = (await self.message(message_id, ("attachmentContents",))).attachment_contents or ()
        for file in files:
            if which == (file.index if isinstance(which, int) else file.filename):
                return file
        names = ", ".join(f"{file.index}: {file.filename!r}" for file in files)
        raise InletError(f"The message has no file {which!r}; it has {names or 'none'}")

    async def _rest(self, page: Page[MessageListItem], *, ends_at: float) -> list[MessageListItem]:
        found = list(page.items)
        while page.next:
            page = await self.message_page(page.next, ends_at=ends_at)
            found += page.items
        return found[::-1]

    async def _record(self, kind: type[R], call: Call, *, ends_at: float = math.inf) -> R:
        read = partial(_read_record, kind)
        return await self._retried(partial(self._transport.json, call, read), ends_at=ends_at)

    async def _page(self, kind: type[R], call: Call, *, ends_at: float = math.inf) -> Page[R]:
        return await self._retried(partial(self._one_page, kind, call), ends_at=ends_at)

    async def _one_page(self, kind: type[R], call: Call) -> Page[R]:
        return await self._transport.json(call, partial(_read_page, kind, call))

    async def _retried(self, work: Callable[[], Awaitable[T]], *, ends_at: float = math.inf) -> T:
        attempts = _ATTEMPTS if ends_at == math.inf else None
        return await with_retries(work, pause=self.io.pause, attempts=attempts, ends_at=ends_at)

    def _addresses_path(self) -> str:
        if not self.settings.service_id:
            raise missing("service_id", "INLET_SERVICE")
        return f"/services/{quote(self.settings.service_id, safe='')}/addresses"


def _message_path(message_id: str) -> str:
    return f"/messages/{quote(message_id, safe='')}"


def _read_record(kind: type[R], body: Mapping[str, Any]) -> R:
    return decode(kind, body.get("data"))


def _read_page(kind: type[R], call: Call, body: Mapping[str, Any]) -> Page[R]:
    data, meta = body.get("data"), body.get("meta")
    if not isinstance(data, list) or not isinstance(meta, Mapping):
        raise ValueError("no list")
    items = tuple(decode(kind, item) for item in data)
    if not meta.get("hasMore"):
        return Page(items, None)
    # A page of a cursor is not waited for.
    query = {**call.query, "cursor": str(meta.get("cursor")), "waitSeconds": None}
    return Page(items, replace(call, query=query, hold=0))
