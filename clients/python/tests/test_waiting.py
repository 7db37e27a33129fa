"""Waits for mail, codes and links."""

import math
import re

import anyio
import anyio.to_thread
import pytest
from conftest import Caller, client_of
from world import World

from inlet_client import InletError, InletTimeoutError, UnexpectedMessageError

pytestmark = pytest.mark.anyio


async def test_a_code_that_was_there_before_is_never_returned(client: Caller, world: World) -> None:
    address = (await client.create_address()).full_address
    world.mail_code(address, "111111")
    inbox = await client.inbox(address)
    world.mail_code(address, "222222")

    assert await inbox.wait_for_code() == "222222"
    world.mail_code(address, "333333")
    assert await inbox.wait_for_code() == "333333"
    with pytest.raises(InletTimeoutError):
        await inbox.wait_for_code(timeout=0)


async def test_a_wait_returns_as_soon_as_a_mail_that_fits_comes(client: Caller, world: World) -> None:
    inbox = await client.create_inbox()
    found = {}

    async def wait(name: str, **wanted: str) -> None:
        found[name] = (await inbox.wait_for_message(**wanted)).subject

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(lambda: wait("sender", sender="acme.example"))
        tasks.start_soon(lambda: wait("subject", subject="second"))
        tasks.start_soon(lambda: wait("tag", tag="plus:shop"))
        tasks.start_soon(lambda: wait("text", text="harbour"))
        for sent in [
            {"sender": "it@acme.example", "subject": "First"},
            {"subject": "The SECOND"},
            {"subject": "Third", "to": inbox.address.replace("@", "+shop@")},
            {"subject": "Fourth", "text": "Down at the harbour."},
        ]:
            await anyio.to_thread.run_sync(lambda sent=sent: world.mail(**{"to": inbox.address, **sent}))  # type: ignore[misc]

    assert found == {"sender": "First", "subject": "The SECOND", "tag": "Third", "text": "Fourth"}
    assert [mail.subject for mail in await inbox.received()] == ["First", "The SECOND", "Third", "Fourth"]
    assert [mail.subject for mail in await inbox.received(tag="plus:shop")] == ["Third"]


async def test_a_link_is_waited_for_and_chosen_by_its_url_or_its_words(client: Caller, world: World) -> None:
    inbox = await client.create_inbox()
    world.mail(inbox.address, text="No link.")
    world.mail(inbox.address, text="See https://shop.example/news now.")
    world.mail(inbox.address, text="See https://shop.example/verify?t=1 now.")

    assert await inbox.wait_for_link(link=re.compile("ver[i]fy")) == "https://shop.example/verify?t=1"
    assert await inbox.wait_for_link(link="news") == "https://shop.example/news"
    world.mail(inbox.address, subject="Again", text="Go to https://shop.example/again now.")
    message = await inbox.wait_for_message(subject="Again", include=["links"])
    assert [link.url for link in message.links] == ["https://shop.example/again"]


async def test_a_mail_that_was_sent_for_a_link_is_waited_for_and_read_with_it(client: Caller, world: World) -> None:
    inbox = await client.create_inbox()
    url = "https://shop.example/verify?token=4f9c1d2e7b8a6053"
    world.mail(inbox.address, subject="News", text="See https://shop.example/news now.")
    world.mail(inbox.address, subject="Verify your email", text=f"Verify your email:\r\n{url}")

    action = (await inbox.wait_for_message(has_action=True, include=["action"])).action

    assert (action.url, action.kind, action.is_senders_domain, action.expires_at) == (url, "verify", True, None)
    with pytest.raises(InletTimeoutError, match="No mail with an action came"):
        await inbox.wait_for_message(has_action=True, timeout=0)


async def test_a_wait_that_times_out_says_what_came_instead(client: Caller, world: World) -> None:
    inbox = await client.create_inbox()
    world.mail(inbox.address, subject="Welcome", sender="hello@other.example")
    world.mail(inbox.address, subject="A code", text="Your verification code is 482913.")
    world.mail(inbox.address, subject="Line\r\n break")
    assert await inbox.wait_for_code() == "482913"

    with pytest.raises(InletTimeoutError) as raised:
        await inbox.wait_for_code(sender="acme.com", timeout=0.1)

    assert str(raised.value) == (
        f"No mail from acme.com, with a code came to {inbox.address} within 0.1 s. "
        "2 mails came, none from acme.com, with a code: "
        '"Welcome" from hello@other.example; "Line break" from hello@shop.example. '
        "1 mail came that other waits of this inbox have returned."
    )
    assert raised.value.address == inbox.address
    assert [mail.otp_code for mail in raised.value.received] == [None, "482913", None]
    assert isinstance(raised.value, TimeoutError)


async def test_a_wait_for_which_nothing_came_says_so_and_that_older_mail_does_not_count(
    client: Caller, world: World
) -> None:
    inbox = await client.create_inbox()
    with pytest.raises(
        InletTimeoutError, match=r"No mail with a link came to \S+ within 0 s\. Nothing has ever come\."
    ):
        await inbox.wait_for_link(timeout=0)

    world.mail(inbox.address)
    late = await client.inbox(inbox.address)
    with pytest.raises(InletTimeoutError, match="What was there before does not count: call "):
        await late.wait_for_message(subject="Hello", timeout=0)


async def test_a_wait_by_address_goes_on_from_where_the_inbox_was_opened_or_created(
    client: Caller, world: World
) -> None:
    address = (await client.create_address()).full_address
    world.mail_code(address, "111111")

    assert await client.wait_for_code(address) == "111111"
    world.mail_code(address, "222222")
    assert await client.wait_for_code(address.upper()) == "222222"
    world.mail(address, text="See https://shop.example/news now.")
    assert await client.wait_for_link(address) == "https://shop.example/news"
    world.mail(address, subject="Last")
    assert (await client.wait_for_message(address, subject="last")).subject == "Last"


async def test_a_process_goes_on_where_another_one_is(client: Caller, kind: str, world: World) -> None:
    address = (await client.create_address()).full_address
    world.mail_code(address, "111111")
    inbox = await client.inbox(address)
    world.mail_code(address, "222222")
    world.mail_code(address, "333333")
    assert await inbox.wait_for_code() == "222222"

    other = client_of(kind)
    there = await other.inbox(address, since=inbox.position)
    assert await there.wait_for_code() == "333333"
    world.mail_code(address, "444444")
    assert await there.wait_for_code() == "444444"
    assert [mail.otp_code for mail in await there.received()] == ["333333", "444444"]
    await (other.close if kind == "blocking" else other.aclose)()


async def test_the_position_of_an_inbox_without_mail_and_the_id_of_a_message_are_where_a_wait_can_begin(
    client: Caller, kind: str, world: World
) -> None:
    inbox = await client.create_inbox()
    address, position = inbox.address, inbox.position
    world.mail_code(address, "111111")
    world.mail_code(address, "222222")
    first = await inbox.wait_for_message()

    there = client_of(kind)
    assert await there.wait_for_code(address, since=position) == "111111"
    assert await there.wait_for_code(address, since=position) == "222222"
    assert await there.wait_for_code(address, since=first.id) == "222222"
    with pytest.raises(InletTimeoutError):
        await there.wait_for_code(address, timeout=0)
    await (there.close if kind == "blocking" else there.aclose)()


@pytest.mark.parametrize("since", ["", "code@example.com", "01jd3qa4c9f1h3j5k7m9n1p3r5", "01JD3QA4C9F1H3J5K7M9N1P3R5."])
async def test_an_inbox_does_not_begin_at_what_is_no_position(since: str, client: Caller) -> None:
    with pytest.raises(InletError, match="since is no position"):
        await client.inbox("code@example.com", since=since)


@pytest.mark.parametrize("timeout", [math.nan, -1])
async def test_a_time_out_that_would_never_or_always_be_over_is_an_error(timeout: float, client: Caller) -> None:
    inbox = await client.create_inbox()

    for wait in (inbox.wait_for_code, inbox.expect_no_message):
        with pytest.raises(ValueError, match="timeout is"):
            await wait(timeout=timeout)


async def test_an_address_that_its_first_mail_makes_can_be_waited_for_before_it_exists(
    client: Caller, world: World, kind: str
) -> None:
    inbox = await client.inbox(f"first-{kind}@{world.public_hostname}")

    world.mail_code(inbox.address, "482913")

    assert await inbox.wait_for_code() == "482913"


async def test_no_message_is_expected_and_one_that_comes_is_named(client: Caller, world: World) -> None:
    inbox = await client.create_inbox()
    await inbox.expect_no_message(timeout=0)
    world.mail(inbox.address, subject="Surprise")

    with pytest.raises(UnexpectedMessageError, match=r'"Surprise" from hello@shop\.example') as raised:
        await client.expect_no_message(inbox.address)
    await inbox.expect_no_message(sender="acme.com", timeout=0)

    assert [mail.subject for mail in raised.value.messages] == ["Surprise"]


async def test_each_of_two_waits_at_a_time_gets_a_code_of_its_own(client: Caller, world: World) -> None:
    inbox = await client.create_inbox()
    codes = []

    async def wait() -> None:
        codes.append(await inbox.wait_for_code())

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(wait)
        tasks.start_soon(wait)
        await anyio.to_thread.run_sync(world.mail_code, inbox.address, "111111")
        await anyio.to_thread.run_sync(world.mail_code, inbox.address, "222222")

    assert sorted(codes) == ["111111", "222222"]


async def test_a_wait_that_does_not_say_how_long_takes_as_long_as_the_client_says(kind: str) -> None:
    client = client_of(kind, wait_timeout=0)
    inbox = await client.create_inbox()

    for wait in (inbox.wait_for_message, inbox.wait_for_code, inbox.wait_for_link):
        with pytest.raises(InletTimeoutError, match=r"within 0 s\."):
            await wait()
    await (client.close if kind == "blocking" else client.aclose)()
