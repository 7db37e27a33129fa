"""Wait for mail and one-time codes in tests: the client of Inlet."""

from ._filter import MessageFilter
from .async_inlet import AsyncInbox, AsyncInlet
from .errors import (
    InletApiError,
    InletError,
    InletNetworkError,
    InletTimeoutError,
    UnexpectedMessageError,
    WebhookVerificationError,
)
from .inlet import Inbox, Inlet
from .models import (
    Action,
    AddressListItem,
    Attachment,
    AttachmentContent,
    CreatedAddress,
    ErrorDetail,
    Included,
    Link,
    MailHeader,
    Message,
    MessageListItem,
)
from .webhooks import AddressEvent, MessageEvent, WebhookEvent, verify_webhook

__all__ = [
    "Action",
    "AddressEvent",
    "AddressListItem",
    "AsyncInbox",
    "AsyncInlet",
    "Attachment",
    "AttachmentContent",
    "CreatedAddress",
    "ErrorDetail",
    "Inbox",
    "Included",
    "Inlet",
    "InletApiError",
    "InletError",
    "InletNetworkError",
    "InletTimeoutError",
    "Link",
    "MailHeader",
    "Message",
    "MessageEvent",
    "MessageFilter",
    "MessageListItem",
    "UnexpectedMessageError",
    "WebhookEvent",
    "WebhookVerificationError",
    "verify_webhook",
]
