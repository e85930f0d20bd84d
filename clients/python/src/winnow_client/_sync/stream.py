# Written by `npm run docs`.
from __future__ import annotations

import json
from collections.abc import Iterator, Callable
from types import TracebackType
from typing import Any, Generic, TypeVar

import httpx

from .._errors import ConnectionFailed, error_class
from .._exchange import NDJSON, connection_error, unexpected
from .._facts import Facts, facts_of, with_summary

Rec = TypeVar("Rec")


class RecordStream(Generic[Rec]):
    """
    Records as they arrive. Leaving the loop or the `with` block early stops the work. `facts` is set when the
    stream has ended: only then is its cost known.
    """

    facts: Facts | None

    def __init__(self, opened: Callable[[], httpx.Response], *, summary: bool) -> None:
        self.facts = None
        self._opened = opened
        self._summary = summary
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
        response = self._response = self._opened()
        try:
            if not response.headers.get("content-type", "").startswith(NDJSON):
                raise unexpected(response)
            for line in _lines_of(response):
                record = json.loads(line)
                kind = record.get("@type")
                if kind == "WinnowError":
                    raise _last_word(record, response)
                if kind == "WinnowSummary" and self._summary:
                    self.facts = with_summary(facts_of(response.headers), record)
                    continue
                yield record
        finally:
            response.close()
        if self.facts is None:
            if self._summary:
                raise ConnectionFailed("the response was cut short after a record")
            self.facts = facts_of(response.headers)


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
