"""Why a wait for a mail has failed, for the report of the test."""

import json
import re
from collections.abc import Iterable, Sequence

from ._filter import Filter
from .errors import InletError
from .models import MessageListItem

_SHOWN_MAILS = 10
_SHOWN_CHARS = 80


def describe_timeout(
    *,
    address: str,
    timeout: float,
    wanted: Filter,
    wish: str,
    received: Sequence[MessageListItem] | None,
    returned: Iterable[str],
    had_messages: bool,
    cause: InletError | None,
) -> str:
    """`wish` is what the wait is for where the filter does not say it; `received` is None where that could not be read."""
    wished = _describe_filter(wanted, wish)
    sentences = [
        f"{' '.join(filter(None, ['No mail', wished]))} came to {address} within {timeout:g} s.",
        *([] if received is None else _describe_received(received, wished, set(returned), had_messages)),
        *([] if cause is None else [f"The last call failed: {cause}"]),
    ]
    return " ".join(sentences)


def describe_mails(mails: Sequence[MessageListItem]) -> str:
    """Subjects and senders, a few of them."""
    shown = [
        f"{quote(mail.subject)} from {mail.from_addr or 'nobody'}{', with a code' if mail.otp_code else ''}"
        for mail in mails[:_SHOWN_MAILS]
    ]
    rest = len(mails) - len(shown)
    return "; ".join([*shown, *([f"and {rest} more"] if rest > 0 else [])])


def describe_link(link: str | re.Pattern[str] | None) -> str:
    """What a wait for a link is for."""
    if link is None:
        return "with a link"
    return f"with the link {quote(link) if isinstance(link, str) else f'/{link.pattern}/'}"


def quote(text: str) -> str:
    """One line, whatever a stranger's subject has in it."""
    return json.dumps(text if len(text) <= _SHOWN_CHARS else f"{text[:_SHOWN_CHARS]}…", ensure_ascii=False)


def _describe_received(
    received: Sequence[MessageListItem], wished: str, returned: set[str], had_messages: bool
) -> list[str]:
    others = [mail for mail in received if mail.id not in returned]
    taken = len(received) - len(others)
    if not received and not had_messages:
        return ["Nothing has ever come."]
    if not received:
        advice = "call inlet.inbox(address) before the step that sends the mail."
        return [f"What was there before does not count: {advice}"]
    return [
        *([f"{_count(len(others))} came, none {wished or 'that fits'}: {describe_mails(others)}."] if others else []),
        *([f"{_count(taken)} came that other waits of this inbox have returned."] if taken else []),
    ]


def _count(mails: int) -> str:
    return "1 mail" if mails == 1 else f"{mails} mails"


def _describe_filter(wanted: Filter, wish: str) -> str:
    """To stand behind "none"; empty where every mail fits."""
    conditions = [
        None if wanted.sender is None else f"from {wanted.sender}",
        "with a code" if wanted.has_code else None,
        "with an action" if wanted.has_action else None,
        wish,
        None if wanted.subject is None else f"with {quote(wanted.subject)} in the subject",
        None if wanted.text is None else f"with {quote(wanted.text)} in the text",
        # A wait for a link asks for this tag by itself.
        None if wanted.tag is None or (wish and wanted.tag == "link") else f"with the tag {wanted.tag}",
    ]
    return ", ".join(filter(None, conditions))
