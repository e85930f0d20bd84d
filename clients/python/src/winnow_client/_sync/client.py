# Written by `npm run docs`.
from __future__ import annotations

from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any, cast

import httpx

from .._exchange import Settings, address_and_key, path_of
from .._retrying import Retry
from .batches import Batches
from .endpoints import (
    DestinationsEndpoints,
    LinksEndpoints,
    RecallsEndpoints,
    SchedulesEndpoints,
    TokenEndpoints,
)
from .jobs import Jobs
from .operation import Operation
from .operations import Operations
from .transport import Transport, wait_for
from .webhooks import Webhooks


class Winnow(Operations):
    """
    A Winnow service: `winnow.<source>.<operation>(request)` for each operation, `winnow.token` for the key's usage,
    `winnow.jobs` and `winnow.batches` for calls that outlive their connection, `winnow.schedules` for repeated calls,
    `winnow.webhooks` for notifications, `winnow.links` for results that open without a key, `winnow.destinations`
    for storage to which files are delivered, and `winnow.recalls` for calls whose records turned out to be wrong.
    """

    def __init__(
        self,
        url: str | None = None,
        key: str | None = None,
        *,
        max_retries: int = 3,
        max_retry_after: float = 65.0,
        timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
        on_retry: Callable[[Retry], None] | None = None,
        http_client: httpx.Client | None = None,
        wait: Callable[[float], None] = wait_for,
    ) -> None:
        """
        `url` and `key` default to `WINNOW_URL` and `WINNOW_KEY`. `max_retry_after` is the longest `Retry-After` to wait
        for; `timeout` is the seconds per attempt (by default the request's own plus 15); `http_client` is your own
        client, with proxies and certificates; `wait` replaces the wait between attempts.
        """
        address, secret = address_and_key(url, key)
        settings = Settings(address, secret, max_retries, max_retry_after, timeout, headers or {}, on_retry)
        self._transport = Transport(settings, http_client, wait)
        super().__init__(self._transport)
        self.token = TokenEndpoints(self._transport)
        self.jobs = Jobs(self._transport)
        self.batches = Batches(self._transport)
        self.schedules = SchedulesEndpoints(self._transport)
        self.webhooks = Webhooks(self._transport)
        self.links = LinksEndpoints(self._transport)
        self.destinations = DestinationsEndpoints(self._transport)
        self.recalls = RecallsEndpoints(self._transport)

    def operation(self, name: str) -> Operation[Mapping[str, Any], dict[str, Any]]:
        """An operation by path or name, for a source that this version of the client does not know."""
        return Operation(self._transport, path_of(name))

    def open_api(self) -> dict[str, Any]:
        """The service's OpenAPI description."""
        return cast("dict[str, Any]", self._transport.call("GET", "/openapi.json", retry="safe"))

    def close(self) -> None:
        """Closes its connections. Your own `http_client` stays open."""
        self._transport.close()

    def __enter__(self) -> Winnow:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
