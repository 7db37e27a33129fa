"""The plugin, in a run of pytest of its own."""

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
