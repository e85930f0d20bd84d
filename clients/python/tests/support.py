"""Shared by the tests: the service that `python.test.ts` started, and transports with faults."""

from __future__ import annotations

import itertools
import os
from typing import Any, Callable

import httpx

from winnow_client import AsyncWinnow, Winnow

URL = os.environ["TOYS_URL"]
KEYS = iter(os.environ["TOYS_KEYS"].split(","))
THINGS = "toyshelf/things"
ADDRESSES = (f"10.0.0.{host}" for host in itertools.count(1))
"""Each client has its own address, because calls are limited per address and minute."""

Fault = Callable[[httpx.Response], httpx.Response] | httpx.Response | Exception


def new_key() -> str:
    """The key of an unused account with 100 points."""
    return next(KEYS)


def answer(status: int, **headers: str) -> httpx.Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.Response(status, headers=named, content=b"<h1>no JSON</h1>")


def lost(_: httpx.Response) -> httpx.Response:
    raise httpx.ReadError("the answer was lost")


def cut(response: httpx.Response) -> httpx.Response:
    """Half of the response, as from a proxy that hides that it was cut."""
    content = response.content
    kept = {name: value for name, value in response.headers.items() if name not in ("content-encoding", "content-length")}
    return httpx.Response(response.status_code, headers=kept, content=content[: len(content) // 2])


class FaultyWay(httpx.BaseTransport):
    """The real transport, with a fault for each of the first requests."""

    def __init__(self, *faults: Fault) -> None:
        self.faults = list(faults)
        self.seen: list[httpx.Request] = []
        self._real = httpx.HTTPTransport(verify=False)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.seen.append(request)
        fault = self.faults.pop(0) if self.faults else None
        if isinstance(fault, Exception):
            raise fault
        if isinstance(fault, httpx.Response):
            return fault
        response = self._real.handle_request(request)
        if fault is None:
            return response
        response.read()
        return fault(response)

    def close(self) -> None:
        self._real.close()


class AsyncFaultyWay(httpx.AsyncBaseTransport):
    def __init__(self, *faults: Fault) -> None:
        self.faults = list(faults)
        self.seen: list[httpx.Request] = []
        self._real = httpx.AsyncHTTPTransport(verify=False)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.seen.append(request)
        fault = self.faults.pop(0) if self.faults else None
        if isinstance(fault, httpx.Response):
            return fault
        response = await self._real.handle_async_request(request)
        if fault is None:
            return response
        await response.aread()
        assert callable(fault)
        return fault(response)

    async def aclose(self) -> None:
        await self._real.aclose()


class Client:
    """A client of a fresh account that records waits instead of waiting."""

    def __init__(self, *faults: Fault, key: str | None = None, url: str = URL, **options: Any) -> None:
        self.way = FaultyWay(*faults)
        self.waits: list[float] = []
        self.http = httpx.Client(transport=self.way, headers={"x-forwarded-for": next(ADDRESSES)})
        self.winnow = Winnow(
            url, key or new_key(), http_client=self.http, wait=self.waits.append, **options
        )
        self.things = self.winnow.operation(THINGS)

    def points(self) -> int:
        return self.winnow.token.statistic()[0]["points"]


class AsyncClient:
    def __init__(self, *faults: Fault) -> None:
        self.way = AsyncFaultyWay(*faults)
        self.waits: list[float] = []
        self.http = httpx.AsyncClient(transport=self.way)

        async def wait(seconds: float) -> None:
            self.waits.append(seconds)

        self.winnow = AsyncWinnow(URL, new_key(), http_client=self.http, wait=wait)
        self.things = self.winnow.operation(THINGS)
