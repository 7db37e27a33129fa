"""Which messages fit."""

from dataclasses import dataclass
from typing import TypedDict

from ._transport import QueryValue


class MessageFilter(TypedDict, total=False):
    """All of these conditions hold."""

    sender: str
    """A part of `Name <address>` of the sender; case, accents and full-width forms do not matter."""
    subject: str
    """A part of the subject; case, accents and full-width forms do not matter."""
    tag: str
    """Exactly one of the message's tags."""
    text: str
    """Words in the subject or the visible text: every one must occur, `"…"` keeps a phrase."""
    has_code: bool
    """Only messages with a one-time code."""
    has_action: bool
    """Only messages that were sent for a link: `include=["action"]` has it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """A `MessageFilter` whose names are checked: with one that is misspelt a test would pass on the wrong mail."""

    sender: str | None = None
    subject: str | None = None
    tag: str | None = None
    text: str | None = None
    has_code: bool = False
    has_action: bool = False

    def query(self) -> dict[str, QueryValue]:
        """In the API's words."""
        return {
            "from": self.sender,
            "subject": self.subject,
            "tag": self.tag,
            "q": self.text,
            "hasOtp": "true" if self.has_code else None,
            "hasAction": "true" if self.has_action else None,
        }
