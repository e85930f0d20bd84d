"""Readings of a Winnow service as a table needs them: each with its order, its records and what became of it since."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from .table import Record, Table

Version = Literal["delivered", "in doubt", "recalled", "corrected"]


@dataclass(frozen=True)
class Reading:
    request_id: str
    order: str
    """Sorts readings by time."""
    in_doubt: bool
    """Values were held back: the records are neither compared by Winnow nor loaded here."""
    records: Callable[[], Sequence[Record]]
    is_complete: Callable[[], bool]
    """Whether its records are the whole list: only then is what they lack gone."""
    columns: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Columns of all its rows besides those of the records."""


Recalls = dict[str, list[Record] | None]
"""Requests whose records were wrong, with the corrected ones if there are any."""


def recalls_of(client: Any, operation: str) -> Recalls:
    """All recalls of an operation that still stand. A later correction wins over a recall without one."""
    found: Recalls = {}
    for recall in client.recalls.list():
        if recall["operation"] != operation or recall["withdrawn_at"] is not None:
            continue
        for request in client.recalls.records(recall["id"]):
            corrected = request["corrected"]
            found[request["request_id"]] = found.get(request["request_id"]) if corrected is None else corrected
    return found


def load(table: Table, state: dict[str, Any], readings: Iterable[Reading], recalls: Recalls) -> None:
    """Applies what is new since the last load: new readings, recalls, corrections and recalls that were withdrawn."""
    loaded: dict[str, Version] = state.setdefault("readings", {})
    for reading in readings:
        version = _version(reading, recalls)
        if loaded.get(reading.request_id) == version:
            continue
        if version == "recalled":
            table.withdraw(reading.order)
        elif version != "in doubt":
            corrected = recalls.get(reading.request_id)
            records = reading.records() if corrected is None else corrected
            rows = [{**reading.columns, **record} for record in records]
            table.apply(reading.order, reading.request_id, rows, complete=reading.is_complete())
        loaded[reading.request_id] = version


def _version(reading: Reading, recalls: Recalls) -> Version:
    if reading.request_id in recalls:
        return "recalled" if recalls[reading.request_id] is None else "corrected"
    return "in doubt" if reading.in_doubt else "delivered"
