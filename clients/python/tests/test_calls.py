"""The calls of both clients."""

import base64
from typing import Any

import pytest
from conftest import Caller
from world import World

from inlet_client import Inlet, InletError

pytestmark = pytest.mark.anyio

FILE = b"%PDF-1.7 \0\xff"
MAIL_WITH_FILE = "\r\n".join(
    [
        "From: hello@shop.example",
        "Subject: Invoice",
        "MIME-Version: 1.0",
        "Content-Type: multipart/mixed; boundary=b",
        "",
        "--b",
        "Content-Type: text/plain; charset=utf-8",
        "",
        "Pay at https://shop.example/pay soon.",
        "--b",
        "Content-Type: application/pdf",
        'Content-Disposition: attachment; filename="invoice.pdf"',
        "Content-Transfer-Encoding: base64",
        "",
        base64.b64encode(FILE).decode(),
        "--b--",
        "",
    ]
)


async def test_messages_are_listed_over_all_pages_newest_first_and_filtered(client: Caller, world: World) -> None:
    address = (await client.create_address()).full_address
    details = [address.replace("@", f"+n{index}@") for index in range(120)]
    world.mail(details[:60])
    world.mail(details[60:])

    messages = await client.messages(address)
    filtered = await client.messages(address, tag="plus:n7")

    assert {message.to_addr for message in messages} == set(details)
    assert [message.id for message in messages] == sorted({message.id for message in messages}, reverse=True)
    assert len(messages) == 120
    assert [message.to_addr for message in filtered] == [details[7]]


@pytest.fixture(scope="module")
def listed_names(world: World) -> list[str]:
    """The names of more addresses than a page has."""
    names = [f"listed-{index}" for index in range(102)]
    with Inlet(base_url=world.base_url, service_id=world.service_id, domain_id=world.domain_id) as inlet:
        for name in names:
            inlet.create_address(local_part=name)
    return names


async def test_addresses_are_listed_over_all_pages_and_filtered(client: Caller, listed_names: list[str]) -> None:
    listed = await client.list_addresses(text="listed-")

    assert sorted(address.local_part for address in listed) == sorted(listed_names)


async def test_a_message_is_read_with_what_was_asked_for(client: Caller, world: World) -> None:
    address = (await client.create_address()).full_address
    world.send(MAIL_WITH_FILE, address)
    [listed] = await client.messages(address)

    message = await client.message(listed.id, include=["links", "attachments"])
    plain = await client.message(listed.id)
    headers = (await client.message(listed.id, include=["headers"])).headers

    assert message.is_read
    assert [link.url for link in message.links] == ["https://shop.example/pay"]
    assert [file.filename for file in message.attachments] == ["invoice.pdf"]
    assert plain.links is None
    assert ("Subject", "Invoice") in [(header.name, header.value) for header in headers]
    assert listed.received_at.tzinfo is not None


async def test_the_source_is_what_was_sent_and_a_file_comes_as_its_bytes(client: Caller, world: World) -> None:
    address = (await client.create_address()).full_address
    world.send(MAIL_WITH_FILE, address)
    [listed] = await client.messages(address)

    source = await client.source(listed.id)
    invoice = await client.attachment(listed.id, "invoice.pdf")

    assert MAIL_WITH_FILE.rstrip().encode() in source
    assert (invoice.content, invoice.content_type, invoice.size_bytes) == (FILE, "application/pdf", len(FILE))
    assert (await client.attachment(listed.id, 0)).filename == "invoice.pdf"
    with pytest.raises(InletError, match=r"no file 'other\.pdf'; it has 0: 'invoice\.pdf'"):
        await client.attachment(listed.id, "other.pdf")


async def test_a_misspelt_filter_is_an_error_and_no_wait_for_any_mail(client: Caller) -> None:
    inbox = await client.create_inbox()

    for method, given in [(inbox.wait_for_code, ()), (client.messages, (inbox.address,))]:
        misspelt: Any = {"sendr": "shop.example"}
        with pytest.raises(TypeError, match="sendr"):
            await method(*given, **misspelt)
