# Written by `npm run docs`.
from __future__ import annotations

from collections.abc import Iterator, Callable
from typing import TypeVar

from .._errors import ConnectionFailed
from .._facts import facts_of
from .._place import Place
from .stream import Opened, RecordStream

Rec = TypeVar("Rec")


class StoredRecords(RecordStream[Rec]):
    """Stored records, one by one. An interrupted read is repeated and resumes where it stopped."""

    def __init__(self, opened: Callable[[], Opened], max_retries: int) -> None:
        super().__init__(opened)
        self._max_retries = max_retries

    def __iter__(self) -> Iterator[Rec]:
        place = Place()
        failures = 0
        while True:
            opened = self._opened()
            response = self._response = opened.response
            try:
                place.begin(response.headers)
                for record in opened.records:
                    if place.is_new(record):
                        failures = 0
                        yield record
                place.end()
                self.facts = facts_of(response.headers)
                return
            except ConnectionFailed:
                failures += 1
                if failures > self._max_retries:
                    raise
            finally:
                response.close()
