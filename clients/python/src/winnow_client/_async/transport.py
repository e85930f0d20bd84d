from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Any, TypeVar, cast

import httpx

from .._errors import NotFound, WinnowError
from .._exchange import (
    NDJSON,
    Exchange,
    RetrySafety,
    Settings,
    Transfer,
    connection_error,
    endpoint_exchange,
    json_of,
    refuse,
    refuse_unended,
)
from .._rate_queue import RateQueue
from .._retrying import Attempts
from .stream import AsyncOpened, begun

log = logging.getLogger("winnow_client")

T = TypeVar("T")

ROWS_A_PAGE = 100
LINES_SECONDS = 120.0


async def wait_for(seconds: float) -> None:
    await asyncio.sleep(seconds)


class AsyncTransport:
    """Sends requests and retries them where that can help."""

    def __init__(
        self,
        settings: Settings,
        http_client: httpx.AsyncClient | None,
        wait: Callable[[float], Awaitable[None]],
    ) -> None:
        self._settings = settings
        self._http = http_client or httpx.AsyncClient()
        self._own = http_client is None
        self._queue = RateQueue()
        self.wait = wait

    async def aclose(self) -> None:
        """Leaves a client that was passed in open."""
        if self._own:
            await self._http.aclose()

    async def json(self, exchange: Exchange) -> tuple[Any, Mapping[str, str]]:
        """Reads a whole response within the attempt; one that is cut short is retried."""

        attempts = 0

        async def attempt() -> tuple[Any, Mapping[str, str]]:
            nonlocal attempts
            attempts += 1
            try:
                response = await self._send(exchange, whole=True)
            except NotFound:
                # An earlier attempt has deleted it, although its response was lost.
                if exchange.method == "DELETE" and attempts > 1:
                    return None, {}
                raise
            body = json_of(response)
            refuse_unended(exchange, body, response.headers)
            return body, response.headers

        return await self._attempts(exchange, attempt)

    async def open(self, exchange: Exchange) -> AsyncOpened:
        """Opens records, one per line. Until the first has arrived, a failure is retried: the caller has none of them."""

        async def attempt() -> AsyncOpened:
            response = await self._send(exchange, whole=False)
            try:
                return await begun(response)
            except BaseException:
                await response.aclose()
                raise

        return await self._attempts(exchange, attempt)

    async def call(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        retry: RetrySafety,
        pick: str | None = None,
        idempotency_key: str | None = None,
        options: Transfer | None = None,
        nullable: Mapping[str, Any] | None = None,
    ) -> Any:
        """Calls an endpoint and retries as its description allows."""
        exchange = endpoint_exchange(method, path, query, body, retry, idempotency_key, options or {}, nullable)
        answer = (await self.json(exchange))[0]
        return answer if pick is None else answer[pick]

    async def rows(
        self, method: str, path: str, *, query: Mapping[str, Any] | None = None, options: Transfer | None = None
    ) -> AsyncIterator[Any]:
        """The rows of a list, fetching pages as they are read."""
        cursor: str | None = None
        while True:
            asked = {**(query or {}), "limit": ROWS_A_PAGE, "cursor": cursor}
            rows, headers = await self.json(endpoint_exchange(method, path, asked, None, "safe", None, options or {}))
            for row in rows:
                yield row
            cursor = headers.get("x-next-cursor")
            if cursor is None:
                return

    def lines(self, path: str) -> tuple[Callable[[], Awaitable[AsyncOpened]], int]:
        """Opens stored records, one per line; with how often an interrupted read may be repeated."""
        exchange = Exchange("GET", path, LINES_SECONDS, {"accept": NDJSON})

        async def opened() -> AsyncOpened:
            return await self.open(exchange)

        return opened, self._settings.max_retries

    async def _attempts(self, exchange: Exchange, attempt: Callable[[], Awaitable[T]]) -> T:
        settings = self._settings
        attempts = Attempts(
            exchange.options.get("max_retries", settings.max_retries),
            settings.max_retry_after,
            settings.attempt_seconds(exchange),
        )
        told = exchange.options.get("on_retry", settings.on_retry)
        while True:
            if exchange.path.startswith("/api/"):
                await self._turn(min(settings.max_retry_after, settings.attempt_seconds(exchange)))
            try:
                return await attempt()
            except WinnowError as error:
                retry = attempts.after(error)
                log.info("%s %s: again in %.1f s: %s", exchange.method, exchange.path, retry.delay, error)
                if told is not None:
                    told(retry)
            await self.wait(retry.delay)

    async def _turn(self, longest: float) -> None:
        """Waits until no rate window is known to be full. If that takes too long, the service reports it."""
        while (full := self._queue.full()) is not None:
            delay, resets_at = self._queue.delay_until(full), full.resets_at
            if delay > longest:
                return
            await self.wait(delay)
            self._queue.woke(full, resets_at)
        self._queue.enter()

    async def _send(self, exchange: Exchange, *, whole: bool) -> httpx.Response:
        settings = self._settings
        request = self._http.build_request(
            exchange.method,
            f"{settings.url}{exchange.path}",
            headers=settings.headers_of(exchange),
            content=exchange.content,
            timeout=httpx.Timeout(settings.attempt_seconds(exchange), connect=15.0),
        )
        started = time.monotonic()
        try:
            response = await self._http.send(request, stream=True, follow_redirects=False)
            try:
                if whole or not response.is_success:
                    response = await self._whole(response, started + settings.attempt_seconds(exchange))
            except BaseException:
                await response.aclose()
                raise
        except httpx.RequestError as error:
            raise connection_error(error) from error
        except RuntimeError as error:
            if self._http.is_closed:
                raise WinnowError("the client was closed") from error
            raise
        self._queue.learn(response.headers)
        status, request_id = response.status_code, response.headers.get("x-request-id")
        seconds = time.monotonic() - started
        log.debug("%s %s: %d in %.3f s, request %s", exchange.method, exchange.path, status, seconds, request_id)
        refuse(response)
        return response

    async def _whole(self, response: httpx.Response, deadline: float) -> httpx.Response:
        """The response with its body. httpx limits only each wait for bytes, so a body that drips could last for ever."""
        parts: list[bytes] = []
        async for part in response.aiter_bytes():
            parts.append(part)
            if time.monotonic() > deadline:
                raise httpx.ReadTimeout("the body has not ended in time", request=response.request)
        await response.aclose()
        decoded = [(name, value) for name, value in response.headers.multi_items() if name != "content-encoding"]
        return httpx.Response(
            response.status_code,
            headers=decoded,
            content=b"".join(parts),
            request=response.request,
            extensions=cast(Any, response).extensions,
        )
