from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Generic, TypeVar

import httpx

from .._errors import ConnectionFailed, error_class
from .._exchange import NDJSON, connection_error, unexpected
from .._facts import Facts, facts_of, with_summary

Rec = TypeVar("Rec")


@dataclass
class AsyncOpened:
    """A response whose first record has arrived. The reader closes it."""

    response: httpx.Response
    records: AsyncIterator[Any]


class AsyncRecordStream(Generic[Rec]):
    """
    Records as they arrive. Leaving the loop or the `async with` block early stops the work. `facts` is set when the
    stream has ended: only then is its cost known.
    """

    facts: Facts | None

    def __init__(self, opened: Callable[[], Awaitable[AsyncOpened]]) -> None:
        self.facts = None
        self._opened = opened
        self._response: httpx.Response | None = None

    async def __aenter__(self) -> AsyncRecordStream[Rec]:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        if self._response is not None:
            await self._response.aclose()

    async def __aiter__(self) -> AsyncIterator[Rec]:
        opened = await self._opened()
        response = self._response = opened.response
        try:
            async for record in opened.records:
                if record.get("@type") == "WinnowSummary":
                    self.facts = with_summary(facts_of(response.headers), record)
                else:
                    yield record
        finally:
            await response.aclose()
        if self.facts is None:
            raise ConnectionFailed("the response was cut short after a record")


async def begun(response: httpx.Response) -> AsyncOpened:
    """Returns when the first record, or the end, has arrived."""
    records = _records_of(response)
    first = await anext(records, None)

    async def all_records() -> AsyncIterator[Any]:
        if first is not None:
            yield first
            async for record in records:
                yield record

    return AsyncOpened(response, all_records())


async def _records_of(response: httpx.Response) -> AsyncIterator[Any]:
    """The records in a response. An error after the first record is the last line."""
    if not response.headers.get("content-type", "").startswith(NDJSON):
        raise unexpected(response)
    async for line in _lines_of(response):
        record = json.loads(line)
        if record.get("@type") == "WinnowError":
            raise _last_word(record, response)
        yield record


async def _lines_of(response: httpx.Response) -> AsyncIterator[bytes]:
    """Splits at line feeds only: text may contain the other line separators."""
    rest = b""
    try:
        async for part in response.aiter_bytes():
            *lines, rest = (rest + part).split(b"\n")
            for line in lines:
                if line:
                    yield line
    except httpx.RequestError as error:
        raise connection_error(error) from error
    if rest:
        raise ConnectionFailed("the response was cut short in the middle of a record")


def _last_word(line: dict[str, Any], response: httpx.Response) -> Exception:
    request_id = response.headers.get("x-request-id")
    return error_class(line["status"])(line["status"], code=line["code"], detail=line["detail"], request_id=request_id)
