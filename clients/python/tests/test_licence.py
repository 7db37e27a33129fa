"""The licence of the installed package."""

from importlib.metadata import distribution


def test_the_wheel_brings_the_mit_licence() -> None:
    installed = distribution("inlet-client")

    assert installed.metadata["License-Expression"] == "MIT"
    licence = installed.read_text("licenses/LICENSE") or ""
    assert licence.startswith("MIT License\n\nCopyright (c) 2026 the Inlet authors\n")
