"""Repeats what failed for a passing reason."""

import math
import random
import re
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TypeVar

from .errors import InletApiError, InletError, InletNetworkError

T = TypeVar("T")

_FIRST_PAUSE = 0.25
_LONGEST_PAUSE = 8.0
# Longer than the window of the server's rate limit. Who is asked to wait for more hears the error instead.
_LONGEST_RETRY_AFTER = 75.0
# Clients that were refused at the same moment do not all come back at the same moment.
_SPREAD = 0.25
# Of a proxy, or ours at a stop, while the database is away, or over a limit: the same call may work later.
_PASSING_STATUSES = frozenset({408, 429, 502, 503, 504})


async def with_retries(
    work: Callable[[], Awaitable[T]],
    *,
    pause: Callable[[float], Awaitable[None]],
    attempts: int | None = None,
    ends_at: float = math.inf,
) -> T:
    """
    Repeats `work` while it fails for a passing reason: with exponential pauses, or after what `Retry-After` asks for. No try begins after
    the moment `ends_at` of `time.monotonic()`. Raises the last failure.
    """
    attempt = 0
    while True:
        attempt += 1
        try:
            return await work()
        except InletError as error:
            seconds = pause_after(error, attempt)
            if seconds is None or attempt == attempts or time.monotonic() + seconds >= ends_at:
                raise
        await pause(seconds)


def pause_after(error: InletError, attempt: int) -> float | None:
    """How many seconds to pause before the next try; None where the same call would fail again."""
    if not is_passing(error):
        return None
    asked = error.retry_after if isinstance(error, InletApiError) else None
    if asked is not None:
        return asked * (1 + random.random() * _SPREAD) if asked <= _LONGEST_RETRY_AFTER else None
    ceiling = min(_LONGEST_PAUSE, _FIRST_PAUSE * 2.0 ** min(attempt - 1, 10))
    return ceiling * (0.5 + random.random() / 2)


def is_passing(error: InletError) -> bool:
    """Whether the same call may work later."""
    if isinstance(error, InletNetworkError):
        return True
    if not isinstance(error, InletApiError):
        return False
    # The try before this one was cut, and the server still works on it.
    is_in_progress = any(detail.code == "idempotency_in_progress" for detail in error.details)
    return is_in_progress or error.status in _PASSING_STATUSES


def read_retry_after(value: str | None) -> float | None:
    """The seconds that a `Retry-After` asks for, in seconds or as a date; None where there is none."""
    if value is None:
        return None
    if re.fullmatch(r"[0-9]{1,9}", value):
        return float(value)
    try:
        date = parsedate_to_datetime(value)
    except ValueError:
        return None
    return max(0.0, (date.replace(tzinfo=date.tzinfo or UTC) - datetime.now(UTC)).total_seconds())
