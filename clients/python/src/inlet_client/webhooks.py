"""Checks webhook calls (Standard Webhooks 1.0)."""

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, Protocol

from ._decode import decode
from .errors import WebhookVerificationError
from .models import CreatedAddress, MessageListItem

# By how much a call's time may differ from ours: what Standard Webhooks takes.
_TOLERANCE_SECONDS = 300
_SECRET_PREFIX = "whsec_"  # noqa: S105
_SIGNATURE = "webhook-signature"


@dataclass(frozen=True, slots=True, kw_only=True)
class AddressEvent:
    """An address was created."""

    type: Literal["address.created"]
    timestamp: datetime
    livemode: bool
    service_id: str
    data: CreatedAddress


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageEvent:
    """A message came, or was deleted."""

    type: Literal["message.received", "message.deleted"]
    timestamp: datetime
    livemode: bool
    service_id: str
    data: MessageListItem


WebhookEvent = AddressEvent | MessageEvent
"""What happened, when, and the record."""


class HeaderItems(Protocol):
    """Headers of a framework, whose names may be as in WSGI."""

    def items(self) -> Iterable[tuple[Any, Any]]: ...


WebhookHeaders = HeaderItems | Iterable[tuple[str | bytes, str | bytes]]
"""Headers as a framework has them: a mapping, `environ` and `META` too, or the pairs of ASGI."""


def verify_webhook(headers: WebhookHeaders, body: str | bytes, secret: str | Sequence[str]) -> WebhookEvent:
    """
    Checks that a webhook call is Inlet's and not older than five minutes, and returns what happened. The body must be as it came: neither
    parsed nor written anew. Where a secret is being changed, several may be given. Raises WebhookVerificationError.
    """
    fields = _fields(headers)
    message_id = _header(fields, "webhook-id")
    timestamp = _header(fields, "webhook-timestamp")
    given = _header(fields, _SIGNATURE).split(" ")
    _check_time(timestamp)

    content = _content(body)
    signed = f"{message_id}.{timestamp}.".encode() + content
    expected = [_signature(each, signed) for each in ([secret] if isinstance(secret, str) else secret)]
    if not any(hmac.compare_digest(one.encode(), good.encode()) for one in given for good in expected):
        raise WebhookVerificationError("No signature of this call is of this secret, or the body is not as it came")
    try:
        return _read(json.loads(content))
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise WebhookVerificationError("The body is no event that this version of the client knows") from error


def _fields(headers: WebhookHeaders) -> list[tuple[str, Any]]:
    """Names and values of headers, in whatever form they are: pairs may come from a generator, which is read once."""
    pairs: Any = getattr(headers, "items", lambda: headers)()
    return [(_name(each), value) for each, value in pairs]


def _header(fields: list[tuple[str, Any]], name: str) -> str:
    values = [text for each, value in fields if each == name for text in _texts(value)]
    value = " ".join(values) if name == _SIGNATURE else next(iter(values), "")
    if not value:
        raise WebhookVerificationError(f"The header {name} is missing")
    return value


def _name(name: str | bytes) -> str:
    return _text(name).lower().removeprefix("http_").replace("_", "-")


def _texts(value: Any) -> list[str]:
    return [_text(each) for each in ([value] if isinstance(value, str | bytes) else value or ())]


def _text(text: str | bytes) -> str:
    return text.decode("latin-1") if isinstance(text, bytes) else text


def _content(body: object) -> bytes:
    """Raises WebhookVerificationError where a framework has parsed the body: JSON that is written anew is not what was signed."""
    if isinstance(body, str):
        return body.encode()
    if isinstance(body, bytes | bytearray | memoryview):
        return bytes(body)
    raise WebhookVerificationError(
        "The body has been parsed: hand over its bytes as they came, which are await request.body() in FastAPI and Starlette, "
        "request.get_data() in Flask, request.body in Django"
    )


def _check_time(timestamp: str) -> None:
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise WebhookVerificationError("The header webhook-timestamp is no time")
    age = int(time.time()) - int(timestamp)
    if age > _TOLERANCE_SECONDS:
        raise WebhookVerificationError("The call is too old")
    if age < -_TOLERANCE_SECONDS:
        raise WebhookVerificationError("The call comes from the future: is the clock right?")


def _signature(secret: str, signed: bytes) -> str:
    try:
        key = base64.b64decode(secret.removeprefix(_SECRET_PREFIX), validate=True)
    except binascii.Error:
        key = b""
    # With an empty key everybody could sign.
    if not key:
        raise WebhookVerificationError("The secret is none: it looks like whsec_…")
    return f"v1,{base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()}"


def _read(event: Mapping[str, object]) -> WebhookEvent:
    kind, data, livemode, timestamp = event["type"], event["data"], event["livemode"], event["timestamp"]
    if not isinstance(data, Mapping) or not isinstance(livemode, bool) or not isinstance(timestamp, str):
        raise ValueError("no event")
    service_id, at = str(data["serviceId"]), datetime.fromisoformat(timestamp)
    if kind == "address.created":
        address = decode(CreatedAddress, data)
        return AddressEvent(type=kind, timestamp=at, livemode=livemode, service_id=service_id, data=address)
    if kind in ("message.received", "message.deleted"):
        message = decode(MessageListItem, data)
        return MessageEvent(type=kind, timestamp=at, livemode=livemode, service_id=service_id, data=message)
    raise ValueError("no event of this kind")
