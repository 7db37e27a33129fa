"""Sends single calls: no retries, no places."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any, TypeVar

import httpx

from ._decode import decode
from ._io import Io
from ._retry import read_retry_after
from ._settings import Settings
from .errors import InletApiError, InletNetworkError
from .models import ErrorDetail

T = TypeVar("T")
QueryValue = str | int | None

_USER_AGENT = f"inlet-client-python/{version('inlet-client')}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One call of the API."""

    path: str
    query: Mapping[str, QueryValue] = field(default_factory=dict)
    body: Mapping[str, str | None] | None = None
    """Makes it a POST."""
    headers: Mapping[str, str] = field(default_factory=dict)
    hold: int = 0
    """How many seconds the server is asked to hold the call: it may take so much longer."""
    request_id: str
    """The same for all tries of one call."""

    @property
    def method(self) -> str:
        return "GET" if self.body is None else "POST"

    @property
    def name(self) -> str:
        return f"{self.method} {self.path}"


class Transport:
    """Sends calls under one key."""

    def __init__(self, io: Io, settings: Settings) -> None:
        self._io = io
        self._settings = settings

    async def json(self, call: Call, read: Callable[[Mapping[str, Any]], T]) -> T:
        """What `read` makes of the JSON of an answer. Raises as `bytes` does; a ValueError of `read` says that it is no answer of Inlet."""
        response = await self._answer(call)
        try:
            return read(_parse(response))
        except ValueError as error:
            raise _refusal(call, response) from error

    async def bytes(self, call: Call) -> bytes:
        """The body of an answer as it came. Raises InletApiError or InletNetworkError."""
        return (await self._answer(call)).content

    async def _answer(self, call: Call) -> httpx.Response:
        request = self._io.build(
            call.method,
            self._settings.base_url + call.path,
            params={name: str(value) for name, value in call.query.items() if value is not None},
            json=None if call.body is None else {name: value for name, value in call.body.items() if value is not None},
            headers={
                "accept": "application/json",
                "user-agent": _USER_AGENT,
                "x-api-key": self._settings.api_key,
                "x-request-id": call.request_id,
                **call.headers,
            },
            timeout=self._settings.call_timeout + call.hold,
        )
        try:
            response = await self._io.send(request)
        except httpx.RequestError as error:
            reason = str(error) or type(error).__name__
            raise InletNetworkError(f"No answer to {call.name}: {reason}", request_id=call.request_id) from error
        if not response.is_success:
            raise _refusal(call, response)
        return response


def _refusal(call: Call, response: httpx.Response) -> InletApiError:
    try:
        error = _parse(response).get("error")
    except ValueError:
        error = None
    known = error if isinstance(error, Mapping) else {}
    try:
        details = [decode(ErrorDetail, detail) for detail in known.get("details", [])]
    except (TypeError, ValueError):
        # A proxy's own JSON.
        details = []
    return InletApiError(
        str(known.get("message", "This is no answer of Inlet: is the URL right, and what stands in between?")),
        status=response.status_code,
        code=known.get("code"),
        request_id=str(known.get("requestId") or response.headers.get("x-request-id") or call.request_id),
        details=details,
        retry_after=read_retry_after(response.headers.get("retry-after")),
        call=call.name,
    )


def _parse(response: httpx.Response) -> Mapping[str, Any]:
    """Raises ValueError where the body is no JSON object."""
    value = response.json()
    if not isinstance(value, Mapping):
        raise ValueError("no object")
    return value
