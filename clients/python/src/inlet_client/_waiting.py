"""An inbox from a position on: what came before that is never returned."""

import math
import re
import threading
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from ._client import Client
from ._filter import Filter
from ._position import read_position, write_position
from ._report import describe_link, describe_mails, describe_timeout
from ._retry import is_passing
from ._transport import Call
from ._ulid import position_before
from .errors import InletError, InletTimeoutError, UnexpectedMessageError
from .models import Included, Message, MessageListItem

T = TypeVar("T")

# By how much the clocks of receiving servers may differ: so long after a mail one with a lower id may still come.
_CLOCK_DIFFERENCE = 5.0
# A held call sees only what is above the newest message: as long as one with a lower id may still come, it is short.
_UNSETTLED_HOLD = 2.0

Take = Callable[[MessageListItem, float], Awaitable[T | None]]
"""Makes the result of a message, until a moment of `time.monotonic()`; None leaves it to other waits."""


@dataclass(slots=True)
class _Newest:
    """The newest message that fits and that a wait does not take."""

    id: str
    seen_at: float


class WaitingInbox:
    """
    Each wait returns the oldest message that fits and that no other wait has returned, so that a second wait for a code waits for a second
    code.
    """

    def __init__(self, client: Client, address: str, *, floor: str | None = None, present: Iterable[str] = ()) -> None:
        """What is above the floor is new, unless it was present."""
        self.address = address
        self._client = client
        self._floor = floor
        self._present = frozenset(present)
        self._returned: set[str] = set()
        # `Inlet` may be used by several threads.
        self._lock = threading.Lock()

    @classmethod
    async def open(cls, client: Client, address: str) -> "WaitingInbox":
        """The inbox from now on."""
        present: list[MessageListItem] = []
        call: Call | None = client.messages(address, Filter())
        while call:
            page = await client.message_page(call)
            present += page.items
            is_enough = bool(present) and present[-1].id < position_before(present[0].id, _CLOCK_DIFFERENCE)
            call = None if is_enough else page.next
        floor = position_before(present[0].id, _CLOCK_DIFFERENCE) if present else None
        return cls(client, address, floor=floor, present=[message.id for message in present])

    @classmethod
    def at(cls, client: Client, address: str, since: str) -> "WaitingInbox":
        """The inbox from a position of another process on. Raises InletError where it is none."""
        floor, present = read_position(since)
        return cls(client, address, floor=floor, present=present)

    @property
    def position(self) -> str:
        with self._lock:
            return write_position(self._floor, [*self._present, *self._returned])

    async def wait_for_message(self, wanted: Filter, *, timeout: float | None, include: Sequence[Included]) -> Message:
        async def take(message: MessageListItem, ends_at: float) -> Message:
            return await self._client.message(message.id, include, ends_at=ends_at)

        return await self._wait(wanted, timeout, take)

    async def wait_for_code(self, wanted: Filter, *, timeout: float | None) -> str:
        async def take(message: MessageListItem, _ends_at: float) -> str | None:
            return message.otp_code

        return await self._wait(replace(wanted, has_code=True), timeout, take)

    async def wait_for_link(self, wanted: Filter, *, timeout: float | None, link: str | re.Pattern[str] | None) -> str:
        async def take(message: MessageListItem, ends_at: float) -> str | None:
            links = (await self._client.message(message.id, ("links",), ends_at=ends_at)).links or ()
            return next((each.url for each in links if _fits(each.url, link) or _fits(each.text, link)), None)

        return await self._wait(replace(wanted, tag=wanted.tag or "link"), timeout, take, describe_link(link))

    async def expect_no_message(self, wanted: Filter, *, timeout: float) -> None:
        async def take(message: MessageListItem, _ends_at: float) -> None:
            text = f"A mail came to {self.address}: {describe_mails([message])}"
            raise UnexpectedMessageError(text, messages=[message])

        try:
            await self._wait(wanted, timeout, take)
        except InletTimeoutError as error:
            # After a call that failed nobody knows what came.
            if error.__cause__ is not None:
                raise

    async def received(self, wanted: Filter, *, ends_at: float = math.inf) -> list[MessageListItem]:
        """What has come since the position and fits, oldest first; what waits have returned is among it."""
        found = await self._read(wanted, ends_at)
        return [message for message in found if message.id not in self._present]

    async def _wait(self, wanted: Filter, timeout: float | None, take: Take[T], wish: str = "") -> T:
        if timeout is None:
            timeout = self._client.settings.wait_timeout
        # Not a number would never be over.
        if not timeout >= 0:
            raise ValueError(f"timeout is {timeout!r}: it is a number of seconds, from 0 on")
        ends_at = time.monotonic() + timeout
        cause: InletError | None = None
        # The server may have had no place to hold a call. A look at the end needs none.
        for _ in ("until the end", "at the end"):
            try:
                result = await self._search(wanted, ends_at, take)
                if result is not None:
                    return result
                cause = None
                break
            except InletError as error:
                if not is_passing(error):
                    raise
                cause = error
                await self._client.io.pause(max(0.0, ends_at - time.monotonic()))
        raise await self._timeout(wanted, timeout, wish, cause) from cause

    async def _search(self, wanted: Filter, ends_at: float, take: Take[T]) -> T | None:
        """
        The first result that `take` makes; None when the time is up. What no wait takes is read again after each held call, since between
        servers ids do not quite follow the order of arrival.
        """
        refused: set[str] = set()
        newest: _Newest | None = None
        is_read = bool(self._present or self._returned)
        while True:
            is_over = time.monotonic() >= ends_at
            is_read = is_read or is_over
            found = await (self._read(wanted, ends_at) if is_read else self._hold(wanted, ends_at, newest))
            for message in found:
                if newest is None or message.id > newest.id:
                    newest = _Newest(message.id, time.monotonic())
                if message.id in refused or not self._claim(message.id):
                    continue
                result = None
                try:
                    result = await take(message, ends_at)
                finally:
                    if result is None:
                        self._returned.discard(message.id)
                if result is not None:
                    return result
                refused.add(message.id)
            if is_over:
                return None
            is_read = not is_read and newest is not None

    def _claim(self, message_id: str) -> bool:
        """No two waits take one message."""
        with self._lock:
            if message_id in self._present or message_id in self._returned:
                return False
            self._returned.add(message_id)
            return True

    async def _read(self, wanted: Filter, ends_at: float) -> list[MessageListItem]:
        call = self._client.messages(self.address, wanted, after=self._floor)
        return await self._client.all_messages(call, ends_at=ends_at)

    async def _hold(self, wanted: Filter, ends_at: float, newest: _Newest | None) -> list[MessageListItem]:
        is_settled = newest is None or time.monotonic() - newest.seen_at > _CLOCK_DIFFERENCE
        after = newest.id if newest else self._floor
        call = self._client.messages(self.address, wanted, after=after)
        hold = None if is_settled else _UNSETTLED_HOLD
        return await self._client.wait_for_messages(call, hold=hold, ends_at=ends_at)

    async def _timeout(self, wanted: Filter, timeout: float, wish: str, cause: InletError | None) -> InletTimeoutError:
        try:
            # The time is up: one look, and no second try.
            received = await self.received(Filter(), ends_at=0)
        except InletError:
            received = None
        text = describe_timeout(
            address=self.address,
            timeout=timeout,
            wanted=wanted,
            wish=wish,
            received=received,
            returned=self._returned,
            had_messages=bool(self._present),
            cause=cause,
        )
        return InletTimeoutError(text, address=self.address, received=received or [])


def _fits(text: str, link: str | re.Pattern[str] | None) -> bool:
    if link is None:
        return True
    return link in text if isinstance(link, str) else link.search(text) is not None
