"""A proxy in front of the server that fails the next calls, as networks and balancers do."""

import threading
from collections import deque
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import ClassVar, Literal, Self

import httpx

_NOT_HANDED_ON = {"connection", "content-length", "host", "keep-alive", "transfer-encoding"}


@dataclass(frozen=True, slots=True)
class Answer:
    """What the proxy answers by itself."""

    status: int
    body: str = ""
    headers: dict[str, str] = field(default_factory=dict)


Error = Answer | Literal["reset", "lose"]
"""`lose` hands a call on and loses its answer."""


class FailingProxy:
    """Listens on a port of the system's choice."""

    def __init__(self, target: str) -> None:
        self.errors: deque[Error] = deque()
        self.calls: list[str] = []
        """Method and path of each call, in order."""
        self.request_ids: list[str] = []
        self.keys: list[str] = []
        handler = type("Handler", (_Handler,), {"proxy": self, "target": target})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def fail_next(self, *errors: Error) -> None:
        self.errors.extend(errors)


class _Handler(BaseHTTPRequestHandler):
    proxy: ClassVar[FailingProxy]
    target: ClassVar[str]

    def do_GET(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        self._answer()

    def _answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        self.proxy.calls.append(f"{self.command} {self.path}")
        self.proxy.request_ids.append(self.headers["x-request-id"])
        self.proxy.keys.append(self.headers["x-api-key"])
        error = self.proxy.errors.popleft() if self.proxy.errors else None
        if error == "reset":
            return
        answer = error if isinstance(error, Answer) else self._ask(body)
        if error != "lose":
            self._write(answer)

    def _ask(self, body: bytes) -> Answer:
        headers = {name: value for name, value in self.headers.items() if name.lower() not in _NOT_HANDED_ON}
        # As a forward proxy it gets the whole URL.
        url = self.target + self.path.removeprefix(self.target)
        response = httpx.request(self.command, url, content=body, headers=headers, timeout=90, trust_env=False)
        return Answer(
            response.status_code,
            response.text,
            {name: value for name, value in response.headers.items() if name not in _NOT_HANDED_ON},
        )

    def _write(self, answer: Answer) -> None:
        body = answer.body.encode()
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Its calls are no output of the tests."""
