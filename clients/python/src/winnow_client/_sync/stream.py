# Written by `npm run docs`.
from __future__ import annotations

import json
from collections.abc import Iterator, Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Generic, TypeVar

import httpx

from .._errors import ConnectionFailed, error_class
from .._exchange import NDJSON, connection_error, unexpected
from .._facts import Facts, facts_of, with_summary

Rec = TypeVar("Rec")


@dataclass
class Opened:
    """A response whose first record has arrived. The reader closes it."""

    response: httpx.Response
    records: Iterator[Any]


class RecordStream(Generic[Rec]):
    """
    Records as they arrive. Leaving the loop or the `with` block early stops the work. `facts` is set when the
    stream has ended: only then is its cost known.
    """

    facts: Facts | None

    def __init__(self, opened: Callable[[], Opened]) -> None:
        self.facts = None
        self._opened = opened
        self._response: httpx.Response | None = None

    def __enter__(self) -> RecordStream[Rec]:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        if self._response is not None:
            self._response.close()

    def __iter__(self) -> Iterator[Rec]:
        opened = self._opened()
        response = self._response = opened.response
        try:
            for record in opened.records:
                if record.get("@type") == "WinnowSummary":
                    self.facts = with_summary(facts_of(response.headers), record)
                else:
                    yield record
        finally:
            response.close()
        if self.facts is None:
            raise ConnectionFailed("the response was cut short after a record")


def begun(response: httpx.Response) -> Opened:
    """Returns when the first record, or the end, has arrived."""
    records = _records_of(response)
    first = next(records, None)

    def all_records() -> Iterator[Any]:
        if first is not None:
            yield first
            for record in records:
                yield record

    return Opened(response, all_records())


def _records_of(response: httpx.Response) -> Iterator[Any]:
    """The records in a response. An error after the first record is the last line."""
    if not response.headers.get("content-type", "").startswith(NDJSON):
        raise unexpected(response)
    for line in _lines_of(response):
        record = json.loads(line)
        if record.get("@type") == "WinnowError":
            raise _last_word(record, response)
        yield record


def _lines_of(response: httpx.Response) -> Iterator[bytes]:
    """Splits at line feeds only: text may contain the other line separators."""
    rest = b""
    try:
        for part in response.iter_bytes():
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
