"""How far stored records were read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ._errors import ConnectionFailed, WinnowError


class Place:
    """
    The line of a batch (0 for a job), and how many records of that line were read. The records of a line do not change,
    but other lines end while a batch runs, so a number of records alone would be no place.
    """

    def __init__(self) -> None:
        self._line, self._at = 0, 0
        self._expired: str | None = None
        self._began = False
        self._count: str | None = None
        self._read = 0
        self._now = (0, 0)

    def begin(self, headers: Mapping[str, str]) -> None:
        """Begins to read, for the first time or again."""
        expired = headers.get("x-records-expired")
        if self._began and expired != self._expired:
            raise WinnowError("Records expired while they were being read: the rest is not complete.")
        self._began, self._expired = True, expired
        self._count, self._read, self._now = headers.get("x-results-count"), 0, (0, 0)

    def is_new(self, record: Mapping[str, Any]) -> bool:
        """Whether the next record was not read before."""
        self._read += 1
        line = int(record.get("@line", 0))
        self._now = (line, self._now[1] + 1 if line == self._now[0] else 1)
        if self._now <= (self._line, self._at):
            return False
        self._line, self._at = self._now
        return True

    def end(self) -> None:
        """Raises if there are fewer records than the head of the response states."""
        if str(self._read) != self._count:
            stated = self._count or "an unknown number of"
            raise ConnectionFailed(f"the response was cut short: {self._read} of {stated} records arrived")
