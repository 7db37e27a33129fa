"""The plugin, in a run of pytest of its own."""

import os

import pytest
from world import World

USER_TEST = """
import smtplib

def send(address, code):
    with smtplib.SMTP("127.0.0.1", {port}) as smtp:
        smtp.sendmail("shop@shop.example", address, f"From: shop@shop.example\\r\\nSubject: Hi\\r\\n\\r\\nYour code is {{code}}.")

def test_good(inbox):
    send(inbox.address, 482913)
    assert inbox.wait_for_code() == "482913"

def test_bad(inbox):
    send(inbox.address, 550166)
    assert inbox.wait_for_code() == "0"

def test_nothing(inbox):
    inbox.wait_for_code(timeout=0)

def test_without_an_inbox():
    assert False
"""


def test_each_test_gets_a_fresh_inbox_and_the_report_of_a_failed_one_has_its_mails(
    pytester: pytest.Pytester, world: World
) -> None:
    pytester.makepyfile(USER_TEST.format(port=world.smtp_port))

    result = pytester.runpytest_inprocess("-p", "no:cacheprovider")

    result.assert_outcomes(passed=1, failed=3)
    result.stdout.fnmatch_lines(
        [
            "*- Mails to *@* -*",
            "From: shop@shop.example",
            "Subject: Hi",
            "Code: 550166",
            "Your code is 550166.",
            "None came.",
        ]
    )
    output = result.stdout.str()
    assert output.count("Mails to") == 2
    assert "Code: 482913" not in output


ASYNC_TEST = """
import smtplib
import pytest

def send(address, code):
    with smtplib.SMTP("127.0.0.1", {port}) as smtp:
        smtp.sendmail("shop@shop.example", address, f"From: shop@shop.example\\r\\nSubject: Hi\\r\\n\\r\\nYour code is {{code}}.")

@pytest.mark.{mark}
async def test_good(async_inbox):
    send(async_inbox.address, 482913)
    assert await async_inbox.wait_for_code() == "482913"

@pytest.mark.{mark}
async def test_good_again(async_inbox, async_inlet, inbox):
    assert inbox.address == async_inbox.address
    send(async_inbox.address, 482914)
    assert await async_inlet.wait_for_code(async_inbox.address) == "482914"

@pytest.mark.{mark}
async def test_bad(async_inbox):
    send(async_inbox.address, 550166)
    assert await async_inbox.wait_for_code() == "0"
"""


@pytest.mark.parametrize(("mark", "loops"), [("asyncio", 1), ("anyio", 2)])
def test_a_test_that_is_a_coroutine_gets_a_fresh_inbox_from_the_plugin_that_runs_it(
    mark: str, loops: int, pytester: pytest.Pytester, world: World
) -> None:
    pytester.makepyfile(ASYNC_TEST.format(port=world.smtp_port, mark=mark))

    nothing_left_open = ["-W", "error::ResourceWarning", "-W", "error::pytest.PytestUnraisableExceptionWarning"]
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider", *nothing_left_open)

    result.assert_outcomes(passed=2 * loops, failed=loops)
    result.stdout.fnmatch_lines(["*- Mails to *@* -*", "From: shop@shop.example", "Code: 550166"])


OWN_CLIENT = """
import pytest
from inlet_client import Inlet

@pytest.fixture(scope="session")
def inlet():
    with Inlet(**{settings!r}) as client:
        yield client
"""

ASYNC_TEST_OF_OWN_CLIENT = """
import smtplib
import pytest
from inlet_client import InletTimeoutError

@pytest.mark.asyncio
async def test_good(inbox, async_inbox, async_inlet):
    with smtplib.SMTP("127.0.0.1", {port}) as smtp:
        smtp.sendmail("shop@shop.example", async_inbox.address, "Subject: Hi\\r\\n\\r\\nYour code is 482913.")
    assert await async_inbox.wait_for_code(timeout=30) == "482913"
    assert (await async_inlet.create_address()).full_address
    with pytest.raises(InletTimeoutError, match="within 0 s"):
        await async_inbox.wait_for_code()
"""


def test_a_fixture_of_the_project_sets_both_clients_without_the_environment(
    pytester: pytest.Pytester, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = {
        "base_url": world.base_url,
        "api_key": os.environ["INLET_KEY"],
        "service_id": world.service_id,
        "domain_id": world.domain_id,
        "wait_timeout": 0,
    }
    for variable in ["INLET_URL", "INLET_KEY", "INLET_SERVICE", "INLET_DOMAIN"]:
        monkeypatch.delenv(variable)
    pytester.makeconftest(OWN_CLIENT.format(settings=settings))
    pytester.makepyfile(ASYNC_TEST_OF_OWN_CLIENT.format(port=world.smtp_port))

    result = pytester.runpytest_inprocess("-p", "no:cacheprovider")

    result.assert_outcomes(passed=1)


def test_a_server_that_has_gone_does_not_hide_why_a_test_has_failed(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        from inlet_client import InletApiError

        def test_bad(inbox, monkeypatch):
            monkeypatch.setattr(type(inbox), "received", gone)
            assert "the reason" == ""

        def gone(self):
            raise InletApiError("away", status=404, code=None, request_id="1", details=[], retry_after=None, call="GET /")
        """
    )

    result = pytester.runpytest_inprocess("-p", "no:cacheprovider")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*the reason*", "They could not be read: away*"])


def test_a_run_without_settings_says_what_to_set(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("INLET_KEY")
    pytester.makepyfile("def test_bad(inbox): pass")

    result = pytester.runpytest_inprocess("-p", "no:cacheprovider")

    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*There is no api_key: *set INLET_KEY in the environment*"])
