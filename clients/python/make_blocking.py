"""Makes `inlet.py`, the client that blocks, from `async_inlet.py`. It needs the libraries of tests/requirements.txt."""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from unasync import Rule, unasync_files  # type: ignore[import-untyped]

PACKAGE = Path(__file__).parent / "src/inlet_client"
NAMES = {"AsyncInbox": "Inbox", "AsyncInlet": "Inlet", "AsyncIo": "BlockingIo", "aclose": "close", "arun": "run"}
SUSPENDING = '"""The client that suspends the task."""'
BLOCKING = '"""The client that blocks the thread: made from `async_inlet.py` by `make_blocking.py`."""'


def blocking_client() -> str:
    """The text of `inlet.py`."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "inlet.py"
        source = PACKAGE / "async_inlet.py"
        unasync_files([str(source)], [Rule(fromdir=str(source), todir=str(path), additional_replacements=NAMES)])
        command = [sys.executable, "-m", "ruff", "--config", str(PACKAGE.parents[1] / "pyproject.toml")]
        subprocess.run([*command, "check", "--fix", "--unsafe-fixes", "--quiet", path], check=True)
        subprocess.run([*command, "format", "--quiet", path], check=True)
        return path.read_text().replace(SUSPENDING, BLOCKING, 1)


if __name__ == "__main__":
    (PACKAGE / "inlet.py").write_text(blocking_client())
