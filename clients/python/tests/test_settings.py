"""What a client needs to know."""

import pytest

from inlet_client import Inlet, InletError


@pytest.mark.parametrize("variable", ["INLET_URL", "INLET_KEY"])
def test_a_client_without_server_or_key_says_which_variable_to_set(
    variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(variable)

    with pytest.raises(InletError, match=f"set {variable} in the environment"):
        Inlet()


@pytest.mark.parametrize(
    ("variable", "method"),
    [("INLET_SERVICE", "create_address"), ("INLET_SERVICE", "list_addresses"), ("INLET_DOMAIN", "create_address")],
)
def test_a_call_without_service_or_domain_says_which_variable_to_set(
    variable: str, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(variable)

    with Inlet() as inlet, pytest.raises(InletError, match=f"set {variable} in the environment"):
        getattr(inlet, method)()


@pytest.mark.parametrize("base_url", ["inlet.example.com", "ftp://inlet.example.com", "https://", "http://inlet:99999"])
def test_a_base_url_that_is_none_is_refused(base_url: str) -> None:
    with pytest.raises(InletError, match="looks like https"):
        Inlet(base_url=base_url)


def test_a_key_that_would_break_a_header_is_refused_and_not_shown() -> None:
    with pytest.raises(InletError) as raised:
        Inlet(api_key="secret\r\nx-other: 1")

    assert "secret" not in str(raised.value)


def test_the_address_of_the_server_may_end_with_the_version_of_the_api(
    world: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INLET_URL", f"{getattr(world, 'base_url', '')}/v1/")

    with Inlet() as inlet:
        assert inlet.create_address().full_address
