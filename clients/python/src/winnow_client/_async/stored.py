from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeVar

from .._errors import ConnectionFailed
from .._facts import facts_of
from .._place import Place
from .stream import AsyncOpened, AsyncRecordStream

Rec = TypeVar("Rec")


class AsyncStoredRecords(AsyncRecordStream[Rec]):
    """Stored records, one by one. An interrupted read is repeated and resumes where it stopped."""

    def __init__(self, opened: Callable[[], Awaitable[AsyncOpened]], max_retries: int) -> None:
        super().__init__(opened)
        self._max_retries = max_retries

    async def __aiter__(self) -> AsyncIterator[Rec]:
        place = Place()
        failures = 0
        while True:
            opened = await self._opened()
            response = self._response = opened.response
            try:
                place.begin(response.headers)
                async for record in opened.records:
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
                await response.aclose()
