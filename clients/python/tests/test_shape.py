"""The client's types, names and version against the project's."""

import json
import types
from dataclasses import MISSING, fields
from datetime import datetime
from importlib.metadata import requires, version
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

import inlet_client
from inlet_client import models
from inlet_client._decode import json_name
from make_blocking import blocking_client

CLIENT = Path(__file__).parents[1]
PROJECT = CLIENT.parents[1]
SCHEMAS = json.loads((PROJECT / "docs/openapi.json").read_text())["components"]["schemas"]
RECORDS = [
    "Action",
    "AddressListItem",
    "Attachment",
    "AttachmentContent",
    "CreatedAddress",
    "Link",
    "MailHeader",
    "Message",
    "MessageListItem",
]
SIMPLE = {"string": str, "integer": int, "boolean": bool}


def hint_of(schema: dict[str, Any], name: str) -> Any:
    """The type that a value of this schema has in Python."""
    if "$ref" in schema:
        return getattr(models, schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema or isinstance(schema.get("type"), list):
        choices = schema.get("anyOf") or [{**schema, "type": each} for each in schema["type"]]
        [some] = [each for each in choices if each.get("type") != "null"]
        return hint_of(some, name) | None
    if schema["type"] == "array":
        return types.GenericAlias(tuple, (hint_of(schema["items"], name), ...))
    if schema.get("format") == "date-time":
        return datetime
    return bytes if name.endswith("Base64") else SIMPLE[schema["type"]]


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_has_the_fields_that_the_document_says(name: str) -> None:
    kind, schema = getattr(models, name), SCHEMAS[name]
    hints = get_type_hints(kind)

    ours = {
        json_name(field.name, hints[field.name]): (hints[field.name], field.default is MISSING)
        for field in fields(kind)
    }

    def documented(key: str, value: dict[str, Any]) -> tuple[Any, bool]:
        is_required = key in schema["required"]
        hint = hint_of(value, key)
        return (hint if is_required else hint | None, is_required)

    assert ours == {key: documented(key, value) for key, value in schema["properties"].items()}


def test_an_error_s_details_have_the_fields_that_the_document_says() -> None:
    [detail] = [SCHEMAS["Error"]["properties"]["error"]["properties"]["details"]["items"]]

    assert {field.name for field in fields(models.ErrorDetail)} == set(detail["properties"])


def test_everything_that_a_message_can_include_can_be_asked_for() -> None:
    schema = SCHEMAS["Message"]

    assert set(get_args(models.Included)) == set(schema["properties"]) - set(schema["required"])


def test_the_blocking_client_is_what_the_async_one_makes() -> None:
    assert (CLIENT / "src/inlet_client/inlet.py").read_text() == blocking_client(), "run make_blocking.py"


def test_the_version_is_the_project_s_and_only_two_packages_are_needed() -> None:
    assert version("inlet-client") == json.loads((PROJECT / "package.json").read_text())["version"]
    assert sorted(requires("inlet-client") or []) == ["anyio>=4.5", "httpx<1,>=0.28"]


def test_what_is_tested_is_the_installed_wheel() -> None:
    path = Path(inlet_client.__file__)

    assert "site-packages" in path.parts
    assert (path.parent / "py.typed").exists()
