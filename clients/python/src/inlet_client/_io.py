"""What blocks a thread in `Inlet` and suspends a task in `AsyncInlet`: all else is written once, as coroutines."""

import ssl
import threading
import time
from collections.abc import Callable, Coroutine
from functools import cache
from typing import Any, Protocol, TypeVar

import anyio
import httpx

T = TypeVar("T")


class Turn(Protocol):
    """Something to wait for that another thread or task sets."""

    def set(self) -> None: ...
    def is_set(self) -> bool: ...
    async def wait(self, seconds: float) -> None: ...


class Io(Protocol):
    """The outside world."""

    @property
    def new_turn(self) -> Callable[[], Turn]: ...
    def build(self, method: str, url: str, **how: Any) -> httpx.Request: ...
    async def send(self, request: httpx.Request) -> httpx.Response: ...
    async def pause(self, seconds: float) -> None: ...
    async def close(self) -> None: ...


def run(steps: Coroutine[Any, Any, T]) -> T:
    """Runs a coroutine over `BlockingIo`: none of its awaits suspends, so that one step runs all of it."""
    try:
        steps.send(None)
    except StopIteration as end:
        result: T = end.value
        return result
    finally:
        steps.close()
    raise AssertionError("a call of the blocking client has suspended")


async def arun(steps: Coroutine[Any, Any, T]) -> T:
    """Awaits a coroutine over `AsyncIo`: the counterpart of `run`."""
    return await steps


class BlockingTurn:
    """A turn that blocks the thread."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def set(self) -> None:
        self._event.set()

    def is_set(self) -> bool:
        return self._event.is_set()

    async def wait(self, seconds: float) -> None:
        self._event.wait(seconds)


class BlockingIo:
    """Blocks the thread."""

    new_turn: Callable[[], Turn] = BlockingTurn

    def __init__(self, *, keep_connections: bool) -> None:
        self._http = httpx.Client(limits=_limits(keep_connections), verify=_authorities())

    def build(self, method: str, url: str, **how: Any) -> httpx.Request:
        return self._http.build_request(method, url, **how)

    async def send(self, request: httpx.Request) -> httpx.Response:
        return self._http.send(request)

    async def pause(self, seconds: float) -> None:
        time.sleep(seconds)  # noqa: ASYNC251

    async def close(self) -> None:
        self._http.close()


class AsyncTurn:
    """A turn that suspends the task."""

    def __init__(self) -> None:
        self._event = anyio.Event()

    def set(self) -> None:
        self._event.set()

    def is_set(self) -> bool:
        return self._event.is_set()

    async def wait(self, seconds: float) -> None:
        with anyio.move_on_after(seconds):
            await self._event.wait()


class AsyncIo:
    """Suspends the task, under asyncio and under trio."""

    new_turn: Callable[[], Turn] = AsyncTurn

    def __init__(self, *, keep_connections: bool) -> None:
        self._http = httpx.AsyncClient(limits=_limits(keep_connections), verify=_authorities())

    def build(self, method: str, url: str, **how: Any) -> httpx.Request:
        return self._http.build_request(method, url, **how)

    async def send(self, request: httpx.Request) -> httpx.Response:
        return await self._http.send(request)

    async def pause(self, seconds: float) -> None:
        await anyio.sleep(seconds)

    async def close(self) -> None:
        await self._http.aclose()


def _limits(keep_connections: bool) -> httpx.Limits:
    """Calls that the server holds have a connection each; the client's own places are what limits them."""
    return httpx.Limits(max_connections=None, max_keepalive_connections=50 if keep_connections else 0)


@cache
def _authorities() -> ssl.SSLContext:
    """Read once: it takes longer than a call."""
    return httpx.create_ssl_context()
