from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any, Generic, TypeVar, Unpack

import httpx

from .._errors import ConnectionFailed, api_error
from .._exchange import NDJSON, CallOptions, Exchange, call_of, path_of
from .._facts import Records, facts_of
from ..models.jobs import Job, JobStatus
from .stream import AsyncRecordStream
from .transport import AsyncTransport

Rec = TypeVar("Rec")

TIMEOUT_SECONDS = 60.0


class AsyncJobs:
    """Calls that outlive their connection."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def submit(
        self, operation: str, request: Any, *, webhook_url: str | None = None, **options: Unpack[CallOptions]
    ) -> AsyncJobHandle[Any]:
        """Queues a call. The same idempotency key gives the same job."""
        headers = {"prefer": "respond-async", **({"webhook-url": webhook_url} if webhook_url else {})}
        exchange = replace(call_of(path_of(operation), request, options, headers), timeout=TIMEOUT_SECONDS)
        body, answered = await self._transport.json(exchange)
        # The answer of an earlier call with the same idempotency key has no job of its own.
        location = answered.get("location")
        return self.handle(location.rsplit("/", 1)[-1] if location else body["id"])

    def handle(self, job_id: str) -> AsyncJobHandle[Any]:
        """A job that was submitted before, by its id."""
        return AsyncJobHandle(self._transport, job_id)

    def list(
        self, *, status: JobStatus | None = None, operation: str | None = None, batch_id: str | None = None
    ) -> AsyncIterator[Job]:
        """The account's jobs, newest first, page by page for as long as you read on."""
        filters = {"status": status, "operation": operation, "batch_id": batch_id}
        return self._transport.pages("/jobs", {name: value for name, value in filters.items() if value is not None})


class AsyncJobHandle(Generic[Rec]):
    """A job: `await job.records()` for its records, `async for record in job` to read them one by one."""

    def __init__(self, transport: AsyncTransport, job_id: str) -> None:
        self._transport = transport
        self.id = job_id

    async def status(self) -> Job:
        """What it is at."""
        return await self._transport.get(f"/jobs/{self.id}", TIMEOUT_SECONDS)

    async def cancel(self) -> Job:
        """Stops the work and frees the hold."""
        return (await self._transport.json(Exchange("DELETE", f"/jobs/{self.id}", TIMEOUT_SECONDS)))[0]

    async def ended(self, *, poll_seconds: float = 1.0) -> Job:
        """Returns when it has ended; raises what a call would have raised where it failed."""
        while True:
            job = await self.status()
            if job["error"] is not None:
                raise _error_of(job)
            if job["status"] == "cancelled":
                raise ConnectionFailed("the job was cancelled")
            if job["ended_at"] is not None:
                return job
            await self._transport.wait(poll_seconds)

    async def records(self) -> Records[Rec]:
        job = await self.ended()
        body, headers = await self._transport.json(Exchange("GET", f"/jobs/{self.id}/records", TIMEOUT_SECONDS))
        facts = replace(
            facts_of(headers), request_id=self.id, credits_charged=job["charged"], results_end=job["results_end"]
        )
        return Records(body, facts)

    async def __aiter__(self) -> AsyncIterator[Rec]:
        await self.ended()
        exchange = Exchange("GET", f"/jobs/{self.id}/records", TIMEOUT_SECONDS, {"accept": NDJSON})

        async def opened() -> httpx.Response:
            return await self._transport.open(exchange)

        async with AsyncRecordStream[Rec](opened, summary=False) as stream:
            async for record in stream:
                yield record


def _error_of(job: Job) -> Exception:
    error = job["error"]
    assert error is not None
    return api_error(error["status"], code=error["code"], detail=error["detail"], request_id=job["id"])
