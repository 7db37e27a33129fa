"""The records that the API answers, under Python's names."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Included = Literal["links", "attachments", "attachmentContents", "headers", "action"]
"""What a message can be asked to include."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CreatedAddress:
    """An address that was just created."""

    id: str
    domain_id: str
    local_part: str
    full_address: str
    has_password: bool
    ttl_seconds: int
    expires_at: datetime
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class AddressListItem(CreatedAddress):
    """An address as a list has it."""

    hostname: str
    last_message_at: datetime | None
    message_count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A link in a mail."""

    url: str
    host: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """The link for which a message was sent."""

    url: str
    host: str
    text: str
    kind: str
    is_senders_domain: bool
    expires_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """A file in a mail."""

    index: int
    filename: str
    content_type: str
    size_bytes: int
    content_id: str | None
    is_inline: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AttachmentContent(Attachment):
    """A file in a mail, with its bytes."""

    content: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class MailHeader:
    """A field of a mail's head."""

    name: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _MessageFacts:
    id: str
    address_id: str
    from_addr: str
    from_name: str
    to_addr: str
    subject: str
    preview: str
    size_bytes: int
    is_read: bool
    otp_code: str | None
    tags: tuple[str, ...]
    received_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageListItem(_MessageFacts):
    """A message in a list: without its bodies."""

    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Message(_MessageFacts):
    """A message with its bodies. What it was not asked to include is None."""

    text_body: str
    html_body: str
    links: tuple[Link, ...] | None = None
    attachments: tuple[Attachment, ...] | None = None
    attachment_contents: tuple[AttachmentContent, ...] | None = None
    headers: tuple[MailHeader, ...] | None = None
    action: Action | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorDetail:
    """What exactly is wrong with a call."""

    path: str
    code: str
    message: str
