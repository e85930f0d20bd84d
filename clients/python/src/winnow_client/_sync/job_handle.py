# Written by `npm run docs`.
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Generic, TypeVar

from .._errors import ConnectionFailed, api_error
from .._exchange import CallOptions, Exchange, call_of, path_of
from .._facts import Records, facts_of
from ..models.endpoints import Job
from .stream import RecordStream
from .transport import Transport

Rec = TypeVar("Rec")

TIMEOUT_SECONDS = 60.0


class JobHandle(Generic[Rec]):
    """A job: `job.records()` for its records, `for record in job` to read them one by one."""

    def __init__(self, transport: Transport, job_id: str) -> None:
        self._transport = transport
        self.id = job_id

    @classmethod
    def submitted(
        cls, transport: Transport, operation: str, request: Any, webhook_url: str | None, options: CallOptions
    ) -> JobHandle[Rec]:
        headers = {"prefer": "respond-async", **({"webhook-url": webhook_url} if webhook_url else {})}
        exchange = replace(call_of(path_of(operation), request, options, headers), timeout=TIMEOUT_SECONDS)
        body, answered = transport.json(exchange)
        # The answer of an earlier call with the same idempotency key has no job of its own.
        location = answered.get("location")
        return cls(transport, location.rsplit("/", 1)[-1] if location else body["id"])

    def status(self) -> Job:
        """What it is at."""
        return self._transport.call("GET", f"/jobs/{self.id}", retry="safe")

    def cancel(self) -> Job:
        """Stops the work and frees the hold."""
        return self._transport.call("DELETE", f"/jobs/{self.id}", retry="safe")

    def ended(self, *, poll_seconds: float = 1.0) -> Job:
        """Returns when it has ended; raises what a call would have raised where it failed."""
        while True:
            job = self.status()
            if job["error"] is not None:
                raise _error_of(job)
            if job["status"] == "cancelled":
                raise ConnectionFailed("the job was cancelled")
            if job["ended_at"] is not None:
                return job
            self._transport.wait(poll_seconds)

    def records(self) -> Records[Rec]:
        job = self.ended()
        body, headers = self._transport.json(Exchange("GET", f"/jobs/{self.id}/records", TIMEOUT_SECONDS))
        facts = replace(
            facts_of(headers), request_id=self.id, credits_charged=job["charged"], results_end=job["results_end"]
        )
        return Records(body, facts)

    def __iter__(self) -> Iterator[Rec]:
        self.ended()
        opened = self._transport.lines(f"/jobs/{self.id}/records")
        with RecordStream[Rec](opened, summary=False) as stream:
            for record in stream:
                yield record


def _error_of(job: Job) -> Exception:
    error = job["error"]
    assert error is not None
    return api_error(error["status"], code=error["code"], detail=error["detail"], request_id=job["id"])
