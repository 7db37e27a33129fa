"""Webhook calls, and those of the library of Standard Webhooks."""

import email.message
import json
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from standardwebhooks import Webhook
from standardwebhooks import WebhookVerificationError as LibraryError
from world import World

from inlet_client import MessageEvent, WebhookVerificationError, verify_webhook


def signed(body: str, secret: str, at: datetime | None = None) -> dict[str, str]:
    """The headers of a call, as the library signs it."""
    at = at or datetime.now(UTC)
    return {
        "Webhook-Id": "msg_1",
        "Webhook-Timestamp": str(int(at.timestamp())),
        "Webhook-Signature": Webhook(secret).sign("msg_1", at, body),
    }


def test_calls_that_the_server_has_sent_are_verified(world: World) -> None:
    [received, created] = sorted(world.webhook_calls, key=lambda call: "message.received" not in call["body"])

    message = verify_webhook(received["headers"], received["body"], world.webhook_secret)
    address = verify_webhook(created["headers"], created["body"].encode(), [world.webhook_secret])

    assert isinstance(message, MessageEvent)
    assert (message.type, message.livemode, message.service_id) == ("message.received", True, world.service_id)
    assert message.data.otp_code == "482913"
    assert address.type == "address.created"


@pytest.mark.parametrize(
    "break_it",
    [
        lambda headers, body: (headers, body + " "),
        lambda headers, body: ({**headers, "Webhook-Id": "msg_2"}, body),
        lambda headers, body: ({**headers, "Webhook-Signature": "v1,AAAA"}, body),
        lambda headers, body: (
            {**headers, "Webhook-Signature": headers["Webhook-Signature"].replace("v1,", "v2,")},
            body,
        ),
        lambda headers, body: ({**headers, "Webhook-Timestamp": "soon"}, body),
        lambda headers, body: ({key: headers[key] for key in headers if key != "Webhook-Signature"}, body),
    ],
)
def test_a_call_that_the_library_refuses_is_refused(break_it: object, world: World) -> None:
    body = world.webhook_calls[0]["body"]
    assert callable(break_it)
    headers, changed = break_it(signed(body, world.webhook_secret), body)

    with pytest.raises(LibraryError):
        Webhook(world.webhook_secret).verify(changed, {key.lower(): value for key, value in headers.items()})
    with pytest.raises(WebhookVerificationError):
        verify_webhook(headers, changed, world.webhook_secret)


FORMS: dict[str, Any] = {
    "a dict in any case": lambda headers: {name.upper(): value for name, value in headers.items()},
    "a dict of lists, as of AWS": lambda headers: {name: [value] for name, value in headers.items()},
    "WSGI and Django's META": lambda headers: (
        {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in headers.items()} | {"wsgi.input": object()}
    ),
    "pairs": lambda headers: list(headers.items()),
    "a generator of pairs": lambda headers: (pair for pair in headers.items()),
    "ASGI": lambda headers: [(name.lower().encode(), value.encode()) for name, value in headers.items()],
    "http.server": lambda headers: message_of(headers),
    "httpx": httpx.Headers,
}


def message_of(headers: dict[str, str]) -> email.message.Message:
    message = email.message.Message()
    for name, value in headers.items():
        message[name] = value
    return message


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS.keys())
def test_headers_may_have_the_form_of_any_framework(form: Any, world: World) -> None:
    body = world.webhook_calls[0]["body"]
    headers = signed(body, world.webhook_secret)

    assert verify_webhook(form(headers), body, world.webhook_secret)
    with pytest.raises(WebhookVerificationError, match="webhook-id is missing"):
        verify_webhook(form({**headers, "Webhook-Id": ""}), body, world.webhook_secret)


@pytest.mark.parametrize(
    "form",
    [
        lambda one, other: {**one, "Webhook-Signature": [other, one["Webhook-Signature"]]},
        lambda one, other: [("webhook-signature", other), *one.items()],
        lambda one, other: ((name, value) for name, value in [("webhook-signature", other), *one.items()]),
        lambda one, other: [(b"webhook-signature", other.encode()), *one.items()],
    ],
    ids=["a list", "pairs", "a generator", "ASGI"],
)
def test_two_lines_with_a_signature_are_read_as_one_with_both(form: Any, world: World) -> None:
    body, other = world.webhook_calls[0]["body"], "whsec_b3RoZXIgc2VjcmV0IG9mIGEgcmVjZWl2ZXI="
    headers = signed(body, world.webhook_secret)
    others = signed(body, other)["Webhook-Signature"]

    assert verify_webhook(form(headers, others), body, world.webhook_secret)
    with pytest.raises(WebhookVerificationError, match="of this secret"):
        verify_webhook(form({**headers, "Webhook-Signature": others}, others), body, world.webhook_secret)


def test_a_body_may_be_any_bytes_and_for_one_that_was_parsed_the_error_says_what_to_do(world: World) -> None:
    body = world.webhook_calls[0]["body"]
    headers = signed(body, world.webhook_secret)
    parsed: Any = json.loads(body)

    others: Any = [bytearray(body.encode()), memoryview(body.encode())]
    for each in [body, body.encode(), *others]:
        assert verify_webhook(headers, each, world.webhook_secret)
    for each in [parsed, None]:
        with pytest.raises(WebhookVerificationError, match="has been parsed: hand over its bytes"):
            verify_webhook(headers, each, world.webhook_secret)


@pytest.mark.parametrize("minutes", [-6, -4, 4, 6])
def test_a_call_is_old_or_early_where_the_library_says_so(minutes: int, world: World) -> None:
    body = world.webhook_calls[0]["body"]
    headers = signed(body, world.webhook_secret, datetime.now(UTC) + timedelta(minutes=minutes))

    def is_good(verify: object) -> bool:
        assert callable(verify)
        try:
            verify()
        except (LibraryError, WebhookVerificationError):
            return False
        return True

    lower = {key.lower(): value for key, value in headers.items()}
    theirs = is_good(lambda: Webhook(world.webhook_secret).verify(body, lower))
    assert is_good(lambda: verify_webhook(headers, body, world.webhook_secret)) is theirs is (abs(minutes) < 5)


def test_one_of_several_signatures_and_secrets_is_enough(world: World) -> None:
    body, other = world.webhook_calls[0]["body"], "whsec_b3RoZXIgc2VjcmV0IG9mIGEgcmVjZWl2ZXI="
    headers = signed(body, world.webhook_secret)
    headers["Webhook-Signature"] = f"v1,AAAA {headers['Webhook-Signature']}"

    assert verify_webhook(headers, body, [other, world.webhook_secret])
    with pytest.raises(WebhookVerificationError, match="of this secret"):
        verify_webhook(headers, body, other)


@pytest.mark.parametrize("secret", ["", "whsec_", "whsec_%%%"])
def test_a_secret_under_which_everybody_could_sign_is_refused(secret: str, world: World) -> None:
    body = world.webhook_calls[0]["body"]

    with pytest.raises(WebhookVerificationError, match="secret"):
        verify_webhook(signed(body, world.webhook_secret), body, secret)


@pytest.mark.parametrize("body", ["{", "[]", json.dumps({"type": "other", "data": {}, "livemode": True})])
def test_a_signed_body_that_is_no_event_is_refused(body: str, world: World) -> None:
    with pytest.raises(WebhookVerificationError, match="no event"):
        verify_webhook(signed(body, world.webhook_secret), body, world.webhook_secret)
