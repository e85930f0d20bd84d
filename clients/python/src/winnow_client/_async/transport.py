from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Any, TypeVar
from urllib.parse import urlencode

import httpx

from .._errors import WinnowError
from .._exchange import Exchange, Settings, Transfer, connection_error, content_of, json_of, refuse
from .._retrying import Attempts

log = logging.getLogger("winnow_client")

T = TypeVar("T")

ROWS_A_PAGE = 100
POST_SECONDS = 120.0


async def wait_for(seconds: float) -> None:
    await asyncio.sleep(seconds)


class AsyncTransport:
    """Sends requests and repeats them where that can help."""

    def __init__(
        self,
        settings: Settings,
        http_client: httpx.AsyncClient | None,
        wait: Callable[[float], Awaitable[None]],
    ) -> None:
        self._settings = settings
        self._http = http_client or httpx.AsyncClient()
        self._own = http_client is None
        self.wait = wait

    async def aclose(self) -> None:
        """A client that was given is its owner's to close."""
        if self._own:
            await self._http.aclose()

    async def json(self, exchange: Exchange) -> tuple[Any, Mapping[str, str]]:
        """An answer, read to its end within the attempt: one that is cut short is asked for again."""

        async def attempt() -> tuple[Any, Mapping[str, str]]:
            response = await self._send(exchange, whole=True)
            return json_of(response), response.headers

        return await self._attempts(exchange, attempt)

    async def open(self, exchange: Exchange) -> httpx.Response:
        """An answer whose body is still to come; whoever reads it closes it."""

        async def attempt() -> httpx.Response:
            return await self._send(exchange, whole=False)

        return await self._attempts(exchange, attempt)

    async def get(self, path: str, timeout: float) -> Any:
        return (await self.json(Exchange("GET", path, timeout)))[0]

    async def post(
        self, path: str, body: Any = None, *, headers: Mapping[str, str] | None = None, once: bool = False
    ) -> Any:
        """`once` for what must not be done twice: an attempt that failed is not repeated."""
        sent = {"content-type": "application/json", **(headers or {})}
        options = Transfer(max_retries=0) if once else Transfer()
        content = content_of({} if body is None else body)
        return (await self.json(Exchange("POST", path, POST_SECONDS, sent, content, options)))[0]

    async def delete(self, path: str) -> Any:
        return (await self.json(Exchange("DELETE", path, POST_SECONDS)))[0]

    async def pages(self, path: str, filters: Mapping[str, str]) -> AsyncIterator[Any]:
        """Rows of a list, page by page for as long as they are read."""
        cursor: str | None = None
        while True:
            query = {**filters, "limit": str(ROWS_A_PAGE), **({"cursor": cursor} if cursor else {})}
            rows, headers = await self.json(Exchange("GET", f"{path}?{urlencode(query)}", 30))
            for row in rows:
                yield row
            cursor = headers.get("x-next-cursor")
            if cursor is None:
                return

    async def _attempts(self, exchange: Exchange, attempt: Callable[[], Awaitable[T]]) -> T:
        settings = self._settings
        attempts = Attempts(
            exchange.options.get("max_retries", settings.max_retries),
            settings.max_retry_after,
            settings.attempt_seconds(exchange),
        )
        told = exchange.options.get("on_retry", settings.on_retry)
        while True:
            try:
                return await attempt()
            except WinnowError as error:
                retry = attempts.after(error)
                log.info("%s %s: again in %.1f s: %s", exchange.method, exchange.path, retry.delay, error)
                if told is not None:
                    told(retry)
            await self.wait(retry.delay)

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
                    await response.aread()
            except BaseException:
                await response.aclose()
                raise
        except httpx.RequestError as error:
            raise connection_error(error) from error
        status, request_id = response.status_code, response.headers.get("x-request-id")
        seconds = time.monotonic() - started
        log.debug("%s %s: %d in %.3f s, request %s", exchange.method, exchange.path, status, seconds, request_id)
        refuse(response)
        return response
