"""Each test runs with the blocking client, and with the other one under asyncio and under trio."""

import os
from collections.abc import AsyncIterator, Iterator
from functools import partial
from typing import Any

import anyio.to_thread
import pytest
from failing_proxy import FailingProxy
from world import World

from inlet_client import AsyncInbox, AsyncInlet, Inbox, Inlet

pytest_plugins = ["pytester"]


@pytest.fixture(scope="session")
def world() -> World:
    return World.read()


@pytest.fixture(autouse=True)
def settings(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The client's environment; the key is there already."""
    monkeypatch.setenv("INLET_URL", world.base_url)
    monkeypatch.setenv("INLET_SERVICE", world.service_id)
    monkeypatch.setenv("INLET_DOMAIN", world.domain_id)
    assert os.environ["INLET_KEY"]


@pytest.fixture(params=["blocking", "asyncio", "trio"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def anyio_backend(kind: str) -> str:
    return "trio" if kind == "trio" else "asyncio"


class Caller:
    """A client or an inbox, whichever kind it is: calls are awaited, iterators are read to their end, what blocks gets a thread."""

    def __init__(self, called: Any) -> None:
        self._called = called
        self._is_blocking = isinstance(called, Inlet | Inbox)

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._called, name)
        return partial(self._call, value) if callable(value) else value

    async def _call(self, method: Any, *args: Any, **options: Any) -> Any:
        if self._is_blocking:
            return _wrap(await anyio.to_thread.run_sync(lambda: _whole(method(*args, **options))))
        result = method(*args, **options)
        return [item async for item in result] if hasattr(result, "__aiter__") else _wrap(await result)


def _wrap(result: Any) -> Any:
    return Caller(result) if isinstance(result, Inbox | AsyncInbox) else result


def _whole(result: Any) -> Any:
    return list(result) if hasattr(result, "__next__") else result


def client_of(kind: str, **options: Any) -> Caller:
    return Caller((Inlet if kind == "blocking" else AsyncInlet)(**options))


@pytest.fixture
async def client(kind: str) -> AsyncIterator[Caller]:
    """A client as the environment sets it."""
    made = client_of(kind)
    yield made
    await (made.close if kind == "blocking" else made.aclose)()


@pytest.fixture
def proxy(world: World) -> Iterator[FailingProxy]:
    with FailingProxy(world.base_url) as made:
        yield made


@pytest.fixture
async def distant(kind: str, proxy: FailingProxy) -> AsyncIterator[Caller]:
    """A client that reaches the server by the proxy."""
    made = client_of(kind, base_url=proxy.url)
    yield made
    await (made.close if kind == "blocking" else made.aclose)()
