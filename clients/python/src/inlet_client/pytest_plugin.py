"""For pytest: the fixtures `inbox` and `async_inbox` are a fresh address for each test, and the report of a failed one lists its mail."""

from collections.abc import Generator, Iterator
from dataclasses import asdict

import pytest

from . import AsyncInbox, AsyncInlet, Inbox, Inlet, InletError
from ._io import run

_SHOWN_MAILS = 10
_SHOWN_CHARS = 2_000


@pytest.fixture(scope="session")
def inlet() -> Iterator[Inlet]:
    """A client that is set by the environment. Define a fixture of this name to set one otherwise."""
    with Inlet() as client:
        yield client


@pytest.fixture
def inbox(inlet: Inlet) -> Inbox:
    """The inbox of an address that was created for this test."""
    return inlet.create_inbox()


@pytest.fixture(scope="session")
def async_inlet(inlet: Inlet) -> AsyncInlet:
    """A client that is set as `inlet` is, for tests that are coroutines: each may have an event loop of its own."""
    settings = inlet._client.settings  # noqa: SLF001
    return AsyncInlet(**asdict(settings), keep_connections=False)


@pytest.fixture
def async_inbox(inbox: Inbox, async_inlet: AsyncInlet) -> AsyncInbox:
    """As `inbox`, for a test that is a coroutine, whatever plugin runs it."""
    # From a position on an inbox is opened without a call: this fixture needs no event loop.
    return run(async_inlet.inbox(inbox.address, since=inbox.position))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Puts the mails that came into the report of a test that has failed, while the client is still there."""
    report = yield
    used = getattr(item, "funcargs", {})
    inbox, inlet = used.get("inbox"), used.get("inlet")
    if report.when == "call" and report.failed and isinstance(inbox, Inbox) and isinstance(inlet, Inlet):
        report.sections.append((f"Mails to {inbox.address}", _describe(inlet, inbox)))
    return report


def _describe(inlet: Inlet, inbox: Inbox) -> str:
    try:
        mails = inbox.received()
        shown = [_describe_mail(inlet, mail.id) for mail in mails[:_SHOWN_MAILS]]
    except InletError as error:
        # The test's own failure is what counts.
        return f"They could not be read: {error}"
    rest = len(mails) - len(shown)
    return "\n\n".join([*shown, *([f"and {rest} more"] if rest else [])]) or "None came."


def _describe_mail(inlet: Inlet, message_id: str) -> str:
    mail = inlet.message(message_id, include=["attachments"])
    files = ", ".join(repr(file.filename) for file in mail.attachments or ())
    head = [
        f"From: {f'{mail.from_name} <{mail.from_addr}>' if mail.from_name else mail.from_addr}",
        f"Subject: {mail.subject}",
        f"Received: {mail.received_at.isoformat()}",
        f"Code: {mail.otp_code or 'none'}",
        f"Tags: {', '.join(mail.tags)}",
        *([f"Files: {files}"] if files else []),
    ]
    text = mail.text_body.strip()
    return "\n".join([*head, "", text if len(text) <= _SHOWN_CHARS else f"{text[:_SHOWN_CHARS]}…"])
