"""How far stored records were read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from ._errors import ConnectionFailed, WinnowError


class Place:
    """
    How many records of each line of a batch (0 for a job) were read. The records of a line do not change, but lines end
    in any order while a batch runs, so no single position separates read records from new ones.
    """

    def __init__(self) -> None:
        self._read: Counter[int] = Counter()
        self._arrived: Counter[int] = Counter()
        self._expired: str | None = None
        self._began = False
        self._count: str | None = None

    def begin(self, headers: Mapping[str, str]) -> None:
        """Begins to read, for the first time or again."""
        expired = headers.get("x-records-expired")
        if self._began and expired != self._expired:
            raise WinnowError("Records expired while they were being read: the rest is not complete.")
        self._began, self._expired = True, expired
        self._count, self._arrived = headers.get("x-results-count"), Counter()

    def is_new(self, record: Mapping[str, Any]) -> bool:
        """Whether the next record was not read before."""
        line = int(record.get("@line", 0))
        self._arrived[line] += 1
        if self._arrived[line] <= self._read[line]:
            return False
        self._read[line] = self._arrived[line]
        return True

    def end(self) -> None:
        """Raises if there are fewer records than the head of the response states."""
        arrived = self._arrived.total()
        if str(arrived) != self._count:
            stated = self._count or "an unknown number of"
            raise ConnectionFailed(f"the response was cut short: {arrived} of {stated} records arrived")
