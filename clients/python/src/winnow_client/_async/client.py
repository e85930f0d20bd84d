from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from types import TracebackType
from typing import Any, cast

import httpx

from .._exchange import Settings, address_and_key, path_of
from .._retrying import Retry
from .batches import AsyncBatches
from .endpoints import (
    AsyncDestinationsEndpoints,
    AsyncLinksEndpoints,
    AsyncRecallsEndpoints,
    AsyncSchedulesEndpoints,
    AsyncTokenEndpoints,
)
from .jobs import AsyncJobs
from .operation import AsyncOperation
from .operations import AsyncOperations
from .transport import AsyncTransport, wait_for
from .webhooks import AsyncWebhooks


class AsyncWinnow(AsyncOperations):
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
        http_client: httpx.AsyncClient | None = None,
        wait: Callable[[float], Awaitable[None]] = wait_for,
    ) -> None:
        """
        `url` and `key` default to `WINNOW_URL` and `WINNOW_KEY`. `max_retry_after` is the longest `Retry-After` to wait
        for; `timeout` is the seconds per attempt (by default the request's own plus 15); `http_client` is your own
        client, with proxies and certificates; `wait` replaces the wait between attempts.
        """
        address, secret = address_and_key(url, key)
        settings = Settings(address, secret, max_retries, max_retry_after, timeout, headers or {}, on_retry)
        self._transport = AsyncTransport(settings, http_client, wait)
        super().__init__(self._transport)
        self.token = AsyncTokenEndpoints(self._transport)
        self.jobs = AsyncJobs(self._transport)
        self.batches = AsyncBatches(self._transport)
        self.schedules = AsyncSchedulesEndpoints(self._transport)
        self.webhooks = AsyncWebhooks(self._transport)
        self.links = AsyncLinksEndpoints(self._transport)
        self.destinations = AsyncDestinationsEndpoints(self._transport)
        self.recalls = AsyncRecallsEndpoints(self._transport)

    def operation(self, name: str) -> AsyncOperation[Mapping[str, Any], dict[str, Any]]:
        """An operation by path or name, for a source that this version of the client does not know."""
        return AsyncOperation(self._transport, path_of(name))

    async def open_api(self) -> dict[str, Any]:
        """The service's OpenAPI description."""
        return cast("dict[str, Any]", await self._transport.call("GET", "/openapi.json", retry="safe"))

    async def aclose(self) -> None:
        """Closes its connections. Your own `http_client` stays open."""
        await self._transport.aclose()

    async def __aenter__(self) -> AsyncWinnow:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()
