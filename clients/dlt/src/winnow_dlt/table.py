"""What a load changes in one table, so that the table equals what the site last said."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

Record = Mapping[str, Any]

DELETED = "winnow_deleted"
"""Marks a row that dlt deletes (`hard_delete`)."""
REQUEST = "winnow_request_id"
"""The request that read the row."""
KEY = "winnow_key"
"""Identifies a record that has no primary key of its own."""
LINE = "winnow_line"
"""The line of a batch's item."""


class Table:
    """
    The rows of one table, by the reading that wrote them last. A reading is a run of a schedule, an item of a batch or a
    call; readings have an order, and a reading never overwrites a later one, whenever it is applied or corrected.

    `state` is a JSON object that dlt keeps with the load. At most one row leaves for each key, because dlt's merge picks
    any of several.
    """

    def __init__(self, state: dict[str, Any], primary_key: Iterable[str]) -> None:
        self.primary_key = list(primary_key) or [KEY]
        # Which reading wrote each row, and which reading last had the whole list.
        self._writers: dict[str, str] = state.setdefault("writers", {})
        self._state = state
        self._changes: dict[str, dict[str, Any]] = {}

    def apply(self, order: str, request_id: str, records: Iterable[Record], *, complete: bool) -> None:
        """Takes the records of a reading. Rows that a complete list does not have any more are deleted."""
        rows = {self._key(row): row for row in (self._row(record, request_id) for record in records)}
        is_latest_list = order >= self._state.get("complete", "")
        for key, row in rows.items():
            writer = self._writers.get(key)
            # A row that a later, complete list did not have stays deleted.
            if (writer is None and is_latest_list) or (writer is not None and writer <= order):
                self._writers[key] = order
                self._changes[key] = row
        if complete:
            self._delete(key for key, writer in self._writers.items() if writer <= order and key not in rows)
            self._state["complete"] = max(order, self._state.get("complete", ""))

    def withdraw(self, order: str) -> None:
        """Deletes what a reading wrote, because its values were wrong, until it is corrected or read again."""
        self._delete(key for key, writer in self._writers.items() if writer == order)

    def changes(self) -> Iterator[dict[str, Any]]:
        """The rows to merge, once per key."""
        yield from self._changes.values()

    def _delete(self, keys: Iterable[str]) -> None:
        for key in list(keys):
            del self._writers[key]
            self._changes[key] = {**dict(zip(self.primary_key, json.loads(key), strict=True)), DELETED: True}

    def _row(self, record: Record, request_id: str) -> dict[str, Any]:
        own = {KEY: _digest(record)} if KEY in self.primary_key else {}
        return {**record, **own, REQUEST: request_id, DELETED: False}

    def _key(self, row: Record) -> str:
        return json.dumps([row.get(field) for field in self.primary_key], ensure_ascii=False)


def _digest(record: Record) -> str:
    return hashlib.sha256(json.dumps(record, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:32]
