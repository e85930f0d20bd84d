"""
A dlt source for a Winnow service: tables that equal what the site last said.

    pipeline = dlt.pipeline("prices", destination="duckdb", dataset_name="shops")
    pipeline.run(winnow(schedules=["0192a4b0-..."]))

Set `WINNOW_URL` and `WINNOW_KEY`, or pass a client.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import dlt
from winnow_client import Winnow

from .outline import Outline, read_outlines
from .readings import Reading, load, recalls_of
from .table import DELETED, Table

__all__ = ["winnow"]

logger = logging.getLogger(__name__)

KEPT = timedelta(days=7)
"""How long a service keeps records."""

Readings = Callable[[dict[str, Any]], Iterable[Reading]]


@dlt.source(name="winnow")
def winnow(
    client: Winnow | None = None,
    *,
    schedules: Sequence[str] = (),
    batches: Sequence[str] = (),
    operations: Mapping[str, Mapping[str, Any]] | None = None,
) -> Iterator[Any]:
    """
    A resource, and so a table, for each schedule (the runs since the last load), each batch (its items that have ended) and
    each operation (`{"nlretail/products/search": {"keyword": "lamp", "count": 20}}`: a call per load, which costs points).
    """
    service = client or Winnow()
    outlines = read_outlines(service.open_api())
    for schedule_id in schedules:
        schedule = service.schedules.get(schedule_id)
        # Named by its id: names change, and two of another script would share a table.
        table = _table(f"schedule_{schedule_id}")
        yield _resource(service, table, schedule["operation"], outlines, _runs(service, schedule_id), schedule["name"])
    for batch_id in batches:
        operation = service.batches.get(batch_id)["operation"]
        by_line = {operation: outlines[operation].by_line()}
        yield _resource(service, _table(f"batch_{batch_id}"), operation, by_line, _items(service, batch_id))
    for operation, request in (operations or {}).items():
        yield _resource(service, _table(operation), f"/api/{operation}", outlines, _call(service, operation, request))


def _resource(
    service: Winnow, name: str, operation: str, outlines: Mapping[str, Outline], readings: Readings, about: str = ""
) -> Any:
    primary_key = outlines[operation].primary_key
    columns = {**outlines[operation].columns, DELETED: {"data_type": "bool", "hard_delete": True, "description": about}}

    @dlt.resource(name=name, primary_key=primary_key, write_disposition="merge", columns=columns)
    def rows() -> Iterator[dict[str, Any]]:
        state = dlt.current.resource_state()
        table = Table(state, primary_key)
        load(table, state, readings(state), recalls_of(service, operation))
        yield from table.changes()

    return rows


def _runs(service: Winnow, schedule_id: str) -> Readings:
    """The runs of a schedule, oldest first, up to one that has not ended: it must not overtake a later one."""

    def readings(state: dict[str, Any]) -> Iterator[Reading]:
        expired = (datetime.now(UTC) - KEPT).isoformat()
        for run in sorted(service.schedules.runs(schedule_id), key=lambda run: (run["at"], run["id"])):
            if run["ended_at"] is None:
                return
            if run["status"] != "succeeded":
                continue
            if run["ended_at"] < expired and run["id"] not in state.get("readings", {}):
                logger.warning("The records of run %s expired before they were loaded.", run["id"])
                continue
            yield _job_reading(service, run["id"], f"{run['at']} {run['id']}", in_doubt=bool(run["held_back"]))

    return readings


def _job_reading(service: Winnow, job_id: str, order: str, *, in_doubt: bool) -> Reading:
    def is_complete() -> bool:
        job = service.jobs.get(job_id)
        return job["results_end"] == "exhausted" and not job["warnings"]

    return Reading(job_id, order, in_doubt, lambda: service.jobs.handle(job_id).records(), is_complete)


def _items(service: Winnow, batch_id: str) -> Readings:
    """The items of a batch. Each is a list of its own: none overwrites or deletes a row of another."""

    def readings(_: dict[str, Any]) -> Iterator[Reading]:
        for job in service.jobs.list(batch_id=batch_id, status="succeeded"):
            records = service.jobs.handle(job["id"]).records
            yield Reading(job["id"], f"{job['line']:09}", False, records, lambda: False, {"winnow_line": job["line"]})

    return readings


def _call(service: Winnow, operation: str, request: Mapping[str, Any]) -> Readings:
    """A call now, and the earlier ones, which may have been recalled or corrected since."""

    def readings(state: dict[str, Any]) -> Iterator[Reading]:
        earlier: dict[str, str] = state.setdefault("calls", {})
        for request_id, order in earlier.items():
            yield Reading(request_id, order, False, list, lambda: False)
        records = service.operation(operation)(dict(request))
        facts = records.facts
        complete = facts.results_end == "exhausted" and not facts.warnings
        order = datetime.now(UTC).isoformat(timespec="microseconds")
        earlier[facts.request_id] = order
        yield Reading(facts.request_id, order, False, lambda: records, lambda: complete)

    return readings


def _table(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", text.lower())
