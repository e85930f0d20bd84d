"""
A dlt source for a Winnow service: tables that equal what the site last said.

    pipeline = dlt.pipeline("prices", destination="duckdb", dataset_name="shops")
    pipeline.run(winnow(schedules=["0192a4b0-..."]))

Set `WINNOW_URL` and `WINNOW_KEY`, or pass a client.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import dlt
from winnow_client import Winnow

from .readings import Reading, load, recalls_of
from .table import DELETED, KEY, Table

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
    keys = _primary_keys(service)
    for schedule_id in schedules:
        schedule = service.schedules.get(schedule_id)
        yield _resource(service, f"schedule_{_name(schedule['name'])}", schedule["operation"], keys, _runs(service, schedule_id))
    for batch_id in batches:
        batch = service.batches.get(batch_id)
        line_keys = {path: ["winnow_line", *(key or [KEY])] for path, key in keys.items()}
        yield _resource(service, f"batch_{batch_id.replace('-', '_')}", batch["operation"], line_keys, _items(service, batch_id))
    for operation, request in (operations or {}).items():
        yield _resource(service, _name(operation), f"/api/{operation}", keys, _call(service, operation, request))


def _resource(service: Winnow, name: str, operation: str, keys: Mapping[str, list[str]], readings: Readings) -> Any:
    primary_key = keys[operation] or [KEY]

    @dlt.resource(
        name=name,
        primary_key=primary_key,
        write_disposition="merge",
        columns={DELETED: {"data_type": "bool", "hard_delete": True}},
    )
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


def _primary_keys(service: Winnow) -> dict[str, list[str]]:
    """The primary key of each operation's records, by its path, as the service describes it."""
    paths = service.open_api()["paths"]
    return {path: item["post"]["x-primary-key"] for path, item in paths.items() if "x-primary-key" in item.get("post", {})}


def _name(text: str) -> str:
    return "_".join("".join(letter if letter.isalnum() else " " for letter in text.lower()).split())
