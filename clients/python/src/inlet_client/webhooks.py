"""Checks webhook calls (Standard Webhooks 1.0)."""

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from ._decode import decode
from .errors import WebhookVerificationError
from .models import CreatedAddress, MessageListItem

# By how much a call's time may differ from ours: what Standard Webhooks takes.
_TOLERANCE_SECONDS = 300
_SECRET_PREFIX = "whsec_"  # noqa: S105


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


def verify_webhook(headers: Mapping[str, str], body: str | bytes, secret: str | Sequence[str]) -> WebhookEvent:
    """
    Checks that a webhook call is Inlet's and not older than five minutes, and returns what happened. The body must be as it came, not JSON
    that was written anew. Where a secret is being changed, several may be given. Raises WebhookVerificationError.
    """
    message_id = _header(headers, "webhook-id")
    timestamp = _header(headers, "webhook-timestamp")
    given = _header(headers, "webhook-signature").split(" ")
    _check_time(timestamp)

    content = body.encode() if isinstance(body, str) else body
    signed = f"{message_id}.{timestamp}.".encode() + content
    expected = [_signature(each, signed) for each in ([secret] if isinstance(secret, str) else secret)]
    if not any(hmac.compare_digest(one.encode(), good.encode()) for one in given for good in expected):
        raise WebhookVerificationError("No signature of this call is of this secret")
    try:
        return _read(json.loads(content))
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise WebhookVerificationError("The body is no event that this version of the client knows") from error


def _header(headers: Mapping[str, str], name: str) -> str:
    value = next((value for each, value in headers.items() if each.lower() == name), "")
    if not value:
        raise WebhookVerificationError(f"The header {name} is missing")
    return value


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
