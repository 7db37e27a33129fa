"""Every error that this client raises."""

from collections.abc import Sequence

from .models import ErrorDetail, MessageListItem


class InletError(Exception):
    """The base of them all."""


class InletApiError(InletError):
    """The server refused the call. Branch on `code` and on the codes of `details`, never on the words."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str | None,
        request_id: str,
        details: Sequence[ErrorDetail],
        retry_after: float | None,
        call: str,
    ) -> None:
        codes = [f"{detail.path}: {detail.code}" if detail.path else detail.code for detail in details]
        facts = [f"{status} {code or 'without a code'}", *codes, call, f"request {request_id}"]
        super().__init__(f"{message} ({', '.join(facts)})")
        self.status = status
        self.code = code
        """None where the answer is not Inlet's, but that of a proxy in between."""
        self.request_id = request_id
        """In the server's log, and in what you report to its operator."""
        self.details = tuple(details)
        self.retry_after = retry_after
        """How many seconds the server asks to wait before the next try."""


class InletNetworkError(InletError):
    """There was no answer: the connection failed, or it took too long. `__cause__` is what httpx raised."""

    def __init__(self, message: str, *, request_id: str) -> None:
        super().__init__(f"{message} (request {request_id})")
        self.request_id = request_id
        """The id that the call was sent with."""


class InletTimeoutError(InletError, TimeoutError):
    """No mail that fits came in time. The message says what came instead; `__cause__` is the last call that failed, if one did."""

    def __init__(self, message: str, *, address: str, received: Sequence[MessageListItem]) -> None:
        super().__init__(message)
        self.address = address
        self.received = tuple(received)
        """The messages received since the position of the inbox, oldest first."""

    @property
    def request_id(self) -> str | None:
        """The id of the last call that failed, if one did."""
        cause = self.__cause__
        return cause.request_id if isinstance(cause, InletApiError | InletNetworkError) else None


class UnexpectedMessageError(InletError):
    """A mail came where none was expected."""

    def __init__(self, message: str, *, messages: Sequence[MessageListItem]) -> None:
        super().__init__(message)
        self.messages = tuple(messages)


class WebhookVerificationError(InletError):
    """A webhook call that is not to be trusted."""
