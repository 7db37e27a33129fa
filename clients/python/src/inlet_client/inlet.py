"""The client that blocks the thread: made from `async_inlet.py` by `make_blocking.py`."""

import re
from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import Self, Unpack

from ._client import Client
from ._filter import Filter, MessageFilter
from ._inboxes import Inboxes
from ._io import BlockingIo, run
from ._settings import read_settings
from ._transport import Call
from ._waiting import WaitingInbox
from .models import AddressListItem, AttachmentContent, CreatedAddress, Included, Message, MessageListItem


class Inbox:
    """
    An inbox from a position on: what came before that is never returned. Each wait returns the oldest message that fits and that no other
    wait has returned, so that a second `wait_for_code` waits for a second code.
    """

    def __init__(self, waiting: WaitingInbox) -> None:
        self._waiting = waiting

    @property
    def address(self) -> str:
        """The complete address."""
        return self._waiting.address

    @property
    def position(self) -> str:
        """Where this inbox is: as `since`, another process goes on from it, and gets what no wait of this one has returned."""
        return self._waiting.position

    def wait_for_message(
        self, *, timeout: float | None = None, include: Sequence[Included] = (), **wanted: Unpack[MessageFilter]
    ) -> Message:
        """Waits for a message, and reads it, with what `include` names. Raises InletTimeoutError, which says what came instead."""
        return run(self._waiting.wait_for_message(Filter(**wanted), timeout=timeout, include=include))

    def wait_for_code(self, *, timeout: float | None = None, **wanted: Unpack[MessageFilter]) -> str:
        """Waits for a one-time code. Raises InletTimeoutError, which says what came instead."""
        return run(self._waiting.wait_for_code(Filter(**wanted), timeout=timeout))

    def wait_for_link(
        self,
        *,
        link: str | re.Pattern[str] | None = None,
        timeout: float | None = None,
        **wanted: Unpack[MessageFilter],
    ) -> str:
        """
        Waits for a message with a link: its URL. With `link`, the first one that has this text in its URL or its words, or that a pattern
        finds there. Raises InletTimeoutError, which says what came instead.
        """
        return run(self._waiting.wait_for_link(Filter(**wanted), timeout=timeout, link=link))

    def expect_no_message(self, *, timeout: float = 5, **wanted: Unpack[MessageFilter]) -> None:
        """Returns when nothing that fits has come for `timeout` seconds. Raises UnexpectedMessageError as soon as something comes."""
        run(self._waiting.expect_no_message(Filter(**wanted), timeout=timeout))

    def received(self, **wanted: Unpack[MessageFilter]) -> list[MessageListItem]:
        """What has come since the position and fits, oldest first; what waits have returned is among it."""
        return run(self._waiting.received(Filter(**wanted)))


class Inlet:
    """
    A client of one Inlet service, under one key: `AsyncInlet` for asyncio and trio, `Inlet` for threads, which may share one. Make one for
    a process: its waits share the places that the server has for a key.
    """

    def __init__(
        self,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        service_id: str | None = None,
        domain_id: str | None = None,
        call_timeout: float = 30,
        wait_timeout: float = 30,
        held_calls: int = 40,
        keep_connections: bool = True,
    ) -> None:
        """
        What is left out is read from the environment: `INLET_URL`, `INLET_KEY`, and, to create and to list addresses, `INLET_SERVICE` and
        `INLET_DOMAIN`. `call_timeout` is how many seconds the server may be silent in a call, apart from the time that it is asked to hold
        it; `wait_timeout` how many seconds waits take that do not say it; `held_calls` how many calls it may hold for this client at a
        time, of the 50 that one key has. Without `keep_connections` each call has a connection of its own: for a client that serves one
        event loop after another. Raises InletError.
        """
        settings = read_settings(
            base_url=base_url,
            api_key=api_key,
            service_id=service_id,
            domain_id=domain_id,
            call_timeout=call_timeout,
            wait_timeout=wait_timeout,
            held_calls=held_calls,
        )
        self._client = Client(BlockingIo(keep_connections=keep_connections), settings)
        self._inboxes = Inboxes(self._client)

    def close(self) -> None:
        """Closes the connections."""
        run(self._client.io.close())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def create_address(
        self,
        *,
        local_part: str | None = None,
        domain_id: str | None = None,
        hostname: str | None = None,
        password: str | None = None,
        idempotency_key: str | None = None,
    ) -> CreatedAddress:
        """
        Creates an address, which is permanent: with a random name on the client's domain, unless given. A call under the same idempotency
        key makes no second address, for 24 hours; each call has one of its own unless given, and is safe to be repeated.
        """
        address = run(
            self._client.create_address(
                domain_id=domain_id,
                local_part=local_part,
                hostname=hostname,
                password=password,
                idempotency_key=idempotency_key,
            )
        )
        self._inboxes.created(address)
        return address

    def create_inbox(
        self,
        *,
        local_part: str | None = None,
        domain_id: str | None = None,
        hostname: str | None = None,
        password: str | None = None,
        idempotency_key: str | None = None,
    ) -> Inbox:
        """Creates an address and opens its inbox: what a test usually begins with."""
        address = self.create_address(
            domain_id=domain_id,
            local_part=local_part,
            hostname=hostname,
            password=password,
            idempotency_key=idempotency_key,
        )
        return Inbox(self._inboxes.created(address))

    def inbox(self, address: str, *, since: str | None = None) -> Inbox:
        """
        Opens the inbox of an address from now on: call it before the step that sends the mail. What is there already is never returned by
        a wait. With `since` it begins at the position of an inbox of another process, or behind the message of this id.
        """
        return Inbox(run(self._inboxes.open(address, since)))

    def list_addresses(self, *, hostname: str | None = None, text: str | None = None) -> Iterator[AddressListItem]:
        """The addresses of the service, newest first. `text` is a part of the name before the `@`."""
        return self._addresses(self._client.addresses(hostname=hostname, text=text))

    def messages(self, address: str, **wanted: Unpack[MessageFilter]) -> Iterator[MessageListItem]:
        """The messages of an address that fit, newest first."""
        return self._messages(self._client.messages(address, Filter(**wanted)))

    def message(self, message_id: str, *, include: Sequence[Included] = ()) -> Message:
        """Reads a message, with what `include` names, and so marks it read."""
        return run(self._client.message(message_id, include))

    def source(self, message_id: str) -> bytes:
        """The source of a message, byte for byte as it came."""
        return run(self._client.source(message_id))

    def attachment(self, message_id: str, which: str | int) -> AttachmentContent:
        """A file of a message, by its name or its index. Raises InletError where there is none of that name."""
        return run(self._client.attachment(message_id, which))

    def wait_for_message(
        self,
        address: str,
        *,
        timeout: float | None = None,
        include: Sequence[Included] = (),
        since: str | None = None,
        **wanted: Unpack[MessageFilter],
    ) -> Message:
        """As `wait_for_message` of the address's inbox, opened now, or at `since`, unless this client has opened or created it."""
        inbox = self._known(address, since)
        return inbox.wait_for_message(timeout=timeout, include=include, **wanted)

    def wait_for_code(
        self,
        address: str,
        *,
        timeout: float | None = None,
        since: str | None = None,
        **wanted: Unpack[MessageFilter],
    ) -> str:
        """As `wait_for_code` of the address's inbox, opened now, or at `since`, unless this client has opened or created it."""
        inbox = self._known(address, since)
        return inbox.wait_for_code(timeout=timeout, **wanted)

    def wait_for_link(
        self,
        address: str,
        *,
        link: str | re.Pattern[str] | None = None,
        timeout: float | None = None,
        since: str | None = None,
        **wanted: Unpack[MessageFilter],
    ) -> str:
        """As `wait_for_link` of the address's inbox, opened now, or at `since`, unless this client has opened or created it."""
        inbox = self._known(address, since)
        return inbox.wait_for_link(link=link, timeout=timeout, **wanted)

    def expect_no_message(
        self, address: str, *, timeout: float = 5, since: str | None = None, **wanted: Unpack[MessageFilter]
    ) -> None:
        """As `expect_no_message` of the address's inbox, opened now, or at `since`, unless this client has opened or created it."""
        inbox = self._known(address, since)
        inbox.expect_no_message(timeout=timeout, **wanted)

    def _known(self, address: str, since: str | None) -> Inbox:
        return Inbox(run(self._inboxes.known(address, since)))

    def _addresses(self, call: Call | None) -> Iterator[AddressListItem]:
        while call:
            page = run(self._client.address_page(call))
            yield from page.items
            call = page.next

    def _messages(self, call: Call | None) -> Iterator[MessageListItem]:
        while call:
            page = run(self._client.message_page(call))
            yield from page.items
            call = page.next
