"""How a client finds the server, and what it may do there."""

import os
import re
from dataclasses import dataclass, field
from urllib.parse import SplitResult, urlsplit

from .errors import InletError


@dataclass(frozen=True, slots=True)
class Settings:
    """The options of a client, completed from the environment."""

    base_url: str
    # Not in what Python prints of it.
    api_key: str = field(repr=False)
    service_id: str | None
    domain_id: str | None
    call_timeout: float
    wait_timeout: float
    held_calls: int


def read_settings(
    *,
    base_url: str | None,
    api_key: str | None,
    service_id: str | None,
    domain_id: str | None,
    call_timeout: float,
    wait_timeout: float,
    held_calls: int,
) -> Settings:
    """Completes options from the environment, and checks what each call needs. Raises InletError."""
    key = api_key or os.environ.get("INLET_KEY")
    if not key:
        raise missing("api_key", "INLET_KEY")
    # HTTP libraries put a value with a line break into their error.
    if not re.fullmatch(r"[\x21-\x7e]+", key):
        raise InletError("The API key has characters that no key has")
    return Settings(
        base_url=_read_base_url(base_url or os.environ.get("INLET_URL")),
        api_key=key,
        service_id=service_id or os.environ.get("INLET_SERVICE"),
        domain_id=domain_id or os.environ.get("INLET_DOMAIN"),
        call_timeout=call_timeout,
        wait_timeout=wait_timeout,
        held_calls=held_calls,
    )


def missing(option: str, variable: str) -> InletError:
    """The error where an option is needed and there is none."""
    return InletError(f"There is no {option}: give it to Inlet({option}=…), or set {variable} in the environment")


def _read_base_url(base_url: str | None) -> str:
    if not base_url:
        raise missing("base_url", "INLET_URL")
    parts = urlsplit(base_url)
    if parts.scheme not in ("http", "https") or not parts.hostname or not _has_good_port(parts):
        raise InletError("base_url is no URL: it looks like https://inlet.example.com")
    path = parts.path.removesuffix("/")
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{path if path.endswith('/v1') else path + '/v1'}"


def _has_good_port(parts: SplitResult) -> bool:
    try:
        return parts.port != 0
    except ValueError:
        return False
