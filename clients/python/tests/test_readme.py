"""The examples of the README."""

import re
from pathlib import Path

import pytest
from world import World

README = (Path(__file__).parents[1] / "README.md").read_text()
EXAMPLES = re.findall(r"^```python\n(.*?)^```", README, re.DOTALL | re.MULTILINE)


def test_there_are_examples() -> None:
    assert len(EXAMPLES) == 4


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_runs_as_it_stands(example: str, world: World, pytester: pytest.Pytester) -> None:
    code = example.replace("2525", str(world.smtp_port))
    if "def test_" in code:
        pytester.makepyfile(code)
        pytester.runpytest_inprocess("-p", "no:cacheprovider").assert_outcomes(passed=1)
    else:
        path = pytester.makepyfile(example=code)
        assert pytester.runpython(path).ret == 0
