"""What networks, proxies and limits do to calls."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import anyio
import anyio.to_thread
import pytest
from conftest import Caller, client_of
from failing_proxy import Answer, FailingProxy
from world import World

from inlet_client import InletApiError, InletError, InletNetworkError, InletTimeoutError

pytestmark = pytest.mark.anyio

SOON = {"retry-after": "0"}
UNKNOWN = "01JD3QA4C9F1H3J5K7M9N1P3R5"


async def test_calls_are_repeated_until_they_are_answered(distant: Caller, proxy: FailingProxy, world: World) -> None:
    inbox = await distant.create_inbox()
    proxy.fail_next(Answer(429, headers=SOON), Answer(503, headers=SOON), "reset", Answer(502, headers=SOON))
    world.mail_code(inbox.address, "482913")

    assert await inbox.wait_for_code() == "482913"
    assert len(proxy.calls) == 6
    assert len(set(proxy.request_ids)) == 2, "all tries of one call have one id"


async def test_calls_go_through_the_proxy_of_the_environment(
    kind: str, proxy: FailingProxy, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", proxy.url)
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    client = client_of(kind)
    inbox = await client.create_inbox()
    world.mail_code(inbox.address, "482913")

    assert await inbox.wait_for_code() == "482913"
    assert [call.split("/v1/")[0] for call in proxy.calls] == [f"POST {world.base_url}", f"GET {world.base_url}"]
    await (client.close if kind == "blocking" else client.aclose)()


async def test_a_creation_whose_answer_is_lost_is_repeated_and_creates_one_address(
    distant: Caller, proxy: FailingProxy, kind: str
) -> None:
    name = f"lost-answer-{kind}"
    proxy.fail_next("lose")

    created = await distant.create_address(local_part=name)

    assert [address.full_address for address in await distant.list_addresses(text=name)] == [created.full_address]
    assert len([call for call in proxy.calls if call.startswith("POST")]) == 2


async def test_a_wait_goes_on_where_a_held_call_ends_without_a_message(
    distant: Caller, proxy: FailingProxy, world: World
) -> None:
    inbox = await distant.create_inbox()
    nothing = Answer(200, '{"data":[],"meta":{"cursor":"","hasMore":false}}')
    proxy.fail_next(nothing, nothing, nothing)
    world.mail_code(inbox.address, "482913")

    assert await inbox.wait_for_code(timeout=120) == "482913"
    assert [call.partition("waitSeconds=")[2] for call in proxy.calls[-4:]] == ["25", "25", "25", "25"]


async def test_waits_without_a_place_get_theirs_in_turn(kind: str, world: World) -> None:
    client = client_of(kind, held_calls=2)
    inboxes = [await client.create_inbox() for _ in range(6)]
    codes = {}

    async def wait(inbox: Caller) -> None:
        codes[inbox.address] = await inbox.wait_for_code()

    async with anyio.create_task_group() as tasks:
        for inbox in inboxes:
            tasks.start_soon(wait, inbox)
        for index, inbox in enumerate(inboxes):
            await anyio.to_thread.run_sync(world.mail_code, inbox.address, f"48291{index}")
    await (client.close if kind == "blocking" else client.aclose)()

    assert codes == {inbox.address: f"48291{index}" for index, inbox in enumerate(inboxes)}


@pytest.mark.parametrize("kind", ["asyncio", "trio"])
async def test_a_wait_that_is_cancelled_gives_its_place_back(kind: str, world: World) -> None:
    client = client_of(kind, held_calls=1)
    held, queued, last = [await client.create_inbox() for _ in range(3)]

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(held.wait_for_code)
        tasks.start_soon(queued.wait_for_code)
        await anyio.wait_all_tasks_blocked()
        tasks.cancel_scope.cancel()
    world.mail_code(last.address, "482913")

    assert await last.wait_for_code() == "482913"
    await client.aclose()


async def test_a_wait_whose_held_calls_are_refused_to_its_end_returns_what_has_come_or_says_that_nothing_has(
    distant: Caller, proxy: FailingProxy, world: World
) -> None:
    inbox, other = await distant.create_inbox(), await distant.create_inbox()
    refused = Answer(429, headers={"retry-after": "1"})
    world.mail_code(inbox.address, "482913")

    proxy.fail_next(refused)
    code = await inbox.wait_for_code(timeout=0.5)
    proxy.fail_next(refused)
    await other.expect_no_message(timeout=0.5)

    assert code == "482913"


async def test_a_wait_whose_calls_all_fail_says_why_and_is_no_proof_that_nothing_came(
    distant: Caller, proxy: FailingProxy
) -> None:
    inbox = await distant.create_inbox()
    away = Answer(503, headers={"retry-after": "1", "x-request-id": "away"})
    proxy.fail_next(*[away] * 20)

    with pytest.raises(InletTimeoutError, match=r"within 0\.5 s\. The last call failed: This is no .*503") as raised:
        await inbox.wait_for_code(timeout=0.5)
    with pytest.raises(InletTimeoutError):
        await inbox.expect_no_message(timeout=0.5)

    assert isinstance(raised.value.__cause__, InletApiError)
    assert raised.value.request_id == "away"


async def test_a_refusal_has_status_code_details_and_request_id_and_is_not_repeated(
    distant: Caller, proxy: FailingProxy, world: World
) -> None:
    with pytest.raises(InletApiError) as raised:
        await distant.inbox(f"code@{world.stranger_hostname}")

    error = raised.value
    assert isinstance(error, InletError)
    assert (error.status, error.code, [detail.code for detail in error.details]) == (
        403,
        "FORBIDDEN",
        ["wrong_service"],
    )
    assert [error.request_id] == proxy.request_ids
    assert error.request_id in str(error)


async def test_what_is_no_answer_of_inlet_is_refused_and_the_key_does_not_follow_a_redirect(
    distant: Caller, proxy: FailingProxy, world: World
) -> None:
    with FailingProxy(world.base_url) as elsewhere:
        for answer in [
            Answer(200, "<html>Log in</html>"),
            Answer(200, '{"data":{"id":1}}'),
            Answer(403, '{"error":{"details":[1]}}'),
            Answer(403, '{"error":"Forbidden"}'),
            Answer(302, headers={"location": elsewhere.url}),
        ]:
            proxy.fail_next(answer)
            with pytest.raises(InletApiError, match="no answer of Inlet") as raised:
                await distant.message(UNKNOWN)
            assert (raised.value.status, raised.value.code) == (answer.status, None)
        assert elsewhere.calls == []


async def test_a_call_is_given_up_after_five_tries(distant: Caller, proxy: FailingProxy) -> None:
    proxy.fail_next(*[Answer(503, headers=SOON)] * 9)

    with pytest.raises(InletApiError):
        await distant.message(UNKNOWN)

    assert len(proxy.calls) == 5


async def test_retry_after_is_honoured_as_a_date_and_one_that_is_too_long_is_an_error_at_once(
    distant: Caller, proxy: FailingProxy
) -> None:
    passed = format_datetime(datetime.now(UTC) - timedelta(hours=1), usegmt=True)
    proxy.fail_next(Answer(429, headers={"retry-after": passed}), Answer(429, headers={"retry-after": "3600"}))

    with pytest.raises(InletApiError) as raised:
        await distant.message(UNKNOWN)

    assert raised.value.retry_after == 3600
    assert len(proxy.calls) == 2


@pytest.mark.parametrize("kind", ["blocking", "asyncio"])
async def test_a_server_that_cannot_be_reached_is_a_network_error_without_the_key(kind: str, world: World) -> None:
    with FailingProxy(world.base_url) as gone:
        pass
    key = "inlet_test_secret"
    client = client_of(kind, base_url=gone.url, api_key=key)

    with pytest.raises(InletNetworkError) as raised:
        await client.message(UNKNOWN)

    assert raised.value.request_id in str(raised.value)
    assert key not in repr(raised.value) + repr(raised.value.__cause__)
    await (client.close if kind == "blocking" else client.aclose)()
