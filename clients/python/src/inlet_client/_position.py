"""Positions in an inbox as text, which another process can read."""

import re
from collections.abc import Iterable

from .errors import InletError

_ULID = r"[0-7][0-9A-HJKMNP-TV-Z]{25}"
# Below every message.
_LOWEST = "0" * 26


def write_position(floor: str | None, known: Iterable[str]) -> str:
    """The floor, and the ids above it that are old."""
    return ".".join([floor or _LOWEST, *known])


def read_position(text: str) -> tuple[str, frozenset[str]]:
    """The floor and the ids that are old; the id of a message is a position. Raises InletError where it is none."""
    if not re.fullmatch(rf"{_ULID}(\.{_ULID})*", text):
        raise InletError("since is no position: it is inbox.position, or the id of a message")
    floor, *known = text.split(".")
    return floor, frozenset(known)
