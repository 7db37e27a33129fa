"""The places of one client for calls that the server holds."""

import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from ._io import Turn

# Proxies cut calls that are silent for long, many after 30 seconds.
_LONGEST_HOLD = 25
# Forty places that change hands every five seconds are 480 calls a minute, half of what a key has.
_CROWDED_HOLD = 5


class Places:
    """
    The server holds a few calls of one key at a time. Where more waits are open than the client has places, they take turns: nothing is
    missed meanwhile, since each comes back to its own position.
    """

    def __init__(self, count: int, new_turn: Callable[[], Turn]) -> None:
        self._count = count
        self._taken = 0
        self._new_turn = new_turn
        self._queue: deque[Turn] = deque()
        # `Inlet` may be used by several threads.
        self._lock = threading.Lock()

    def longest_hold(self) -> int:
        """For how many seconds a call may keep its place: few, where others will want it soon."""
        return _LONGEST_HOLD if self._taken * 2 <= self._count else _CROWDED_HOLD

    @asynccontextmanager
    async def one(self, ends_at: float) -> AsyncIterator[bool]:
        """A place for a call, in the order of asking; False where there was none until the moment `ends_at` of `time.monotonic()`."""
        is_admitted = await self._enter(ends_at)
        try:
            yield is_admitted
        finally:
            if is_admitted:
                self._leave()

    async def _enter(self, ends_at: float) -> bool:
        with self._lock:
            if self._taken < self._count:
                self._taken += 1
                return True
            turn = self._new_turn()
            self._queue.append(turn)
        try:
            await turn.wait(max(0.0, ends_at - time.monotonic()))
        except BaseException:
            if not self._withdraw(turn):
                self._leave()
            raise
        return not self._withdraw(turn)

    def _withdraw(self, turn: Turn) -> bool:
        """False where the turn has come already."""
        with self._lock:
            if turn.is_set():
                return False
            self._queue.remove(turn)
            return True

    def _leave(self) -> None:
        with self._lock:
            if self._queue:
                self._queue.popleft().set()
            else:
                self._taken -= 1
