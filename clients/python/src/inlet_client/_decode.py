"""Makes records of JSON. Keys that a record does not have are left out: a later server may send more."""

import base64
from collections.abc import Mapping
from dataclasses import MISSING, fields
from datetime import datetime
from types import NoneType, UnionType
from typing import Any, ClassVar, Protocol, TypeVar, get_args, get_origin, get_type_hints


class Record(Protocol):
    """A dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


R = TypeVar("R", bound=Record)


def decode(kind: type[R], value: object) -> R:
    """Makes a record. Raises ValueError where the JSON is not one of this kind."""
    if not isinstance(value, Mapping):
        raise ValueError(f"no {kind.__name__}")
    hints = get_type_hints(kind)
    made = {}
    for field in fields(kind):
        key = json_name(field.name, hints[field.name])
        if key in value:
            made[field.name] = _decode_value(hints[field.name], value[key], field.name)
        elif field.default is MISSING:
            raise ValueError(f"no {key} in a {kind.__name__}")
    return kind(**made)


def json_name(name: str, hint: object = None) -> str:
    """How the API calls a field: `otp_code` is `otpCode`, and bytes say how they are written."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest) + ("Base64" if hint is bytes else "")


def _decode_value(hint: Any, value: object, name: str) -> object:
    if get_origin(hint) is UnionType:
        if value is None:
            return None
        [hint] = [each for each in get_args(hint) if each is not NoneType]
    if get_origin(hint) is tuple and isinstance(value, list):
        return tuple(_decode_value(get_args(hint)[0], each, name) for each in value)
    if hasattr(hint, "__dataclass_fields__"):
        return decode(hint, value)
    if hint is datetime and isinstance(value, str):
        return datetime.fromisoformat(value)
    if hint is bytes and isinstance(value, str):
        return base64.b64decode(value, validate=True)
    # A bool is an int in Python, and none in JSON.
    if type(value) is not hint:
        raise ValueError(f"{name} is no {getattr(hint, '__name__', hint)}")
    return value
