"""The assembled server that the tests run against; whoever starts them has started it, and says where it is."""

import json
import os
import smtplib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """What a test knows of the server."""

    base_url: str
    smtp_port: int
    service_id: str
    domain_id: str
    public_hostname: str
    """Of a domain on which the first mail makes the address."""
    stranger_hostname: str
    """Of another service's domain."""
    webhook_secret: str
    webhook_calls: list[dict[str, Any]]
    """Calls that the server has sent to a receiver, each with `headers` and `body`."""

    @classmethod
    def read(cls) -> Self:
        """What the starter of the tests has written."""
        return cls(**json.loads(Path(os.environ["INLET_TEST_WORLD"]).read_text()))

    def mail(
        self,
        to: str | list[str],
        *,
        sender: str = "hello@shop.example",
        subject: str = "Hello",
        text: str = "Good morning.",
    ) -> None:
        """Sends a mail."""
        fields = [f"From: {sender}", f"Subject: {subject}", "Content-Type: text/plain; charset=utf-8"]
        self.send("\r\n".join([*fields, "", text, ""]), to)

    def send(self, source: str, to: str | list[str]) -> None:
        """Sends a mail as it stands."""
        with smtplib.SMTP("127.0.0.1", self.smtp_port) as smtp:
            smtp.sendmail("sender@elsewhere.example", to, source.encode())

    def mail_code(self, to: str, code: str) -> None:
        """Sends a mail with a code."""
        self.mail(to, subject="Your code", text=f"Your verification code is {code}.")
