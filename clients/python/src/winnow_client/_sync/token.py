# Written by `npm run docs`.
from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from urllib.parse import urlencode

from ..models.token import RequestRow, TokenStatistic
from .transport import Transport

TIMEOUT_SECONDS = 30.0


class Token:
    """The key's own figures and history: free, counted in no window."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def statistic(self) -> list[TokenStatistic]:
        """The account's keys with plan, points, limits and usage."""
        return self._transport.get("/token/statistic", TIMEOUT_SECONDS)

    def requests(
        self, *, start: datetime | str | None = None, end: datetime | str | None = None
    ) -> Iterator[RequestRow]:
        """The account's requests, newest first, page by page for as long as you read on."""
        return self._transport.pages("/token/requests", _range(start, end))

    def count_requests(self, *, start: datetime | str | None = None, end: datetime | str | None = None) -> int:
        """How many requests the history holds."""
        path = f"/token/requests/count?{urlencode(_range(start, end))}"
        return (self._transport.get(path, TIMEOUT_SECONDS))["total"]


def _range(start: datetime | str | None, end: datetime | str | None) -> dict[str, str]:
    given = {"start_time": start, "end_time": end}
    return {name: _moment(at) for name, at in given.items() if at is not None}


def _moment(at: datetime | str) -> str:
    """A time without a zone is meant as the machine's own."""
    return at if isinstance(at, str) else at.astimezone().isoformat()
