from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any, Generic, TypeVar

from .._errors import ConnectionFailed, api_error
from .._exchange import CallOptions, Exchange, call_of, path_of
from .._facts import Records, facts_of
from ..models.endpoints import Job
from .stream import AsyncRecordStream
from .transport import AsyncTransport

Rec = TypeVar("Rec")

TIMEOUT_SECONDS = 60.0


class AsyncJobHandle(Generic[Rec]):
    """A job: `await job.records()` for its records, `async for record in job` to read them one by one."""

    def __init__(self, transport: AsyncTransport, job_id: str) -> None:
        self._transport = transport
        self.id = job_id

    @classmethod
    async def submitted(
        cls, transport: AsyncTransport, operation: str, request: Any, webhook_url: str | None, options: CallOptions
    ) -> AsyncJobHandle[Rec]:
        headers = {"prefer": "respond-async", **({"webhook-url": webhook_url} if webhook_url else {})}
        exchange = replace(call_of(path_of(operation), request, options, headers), timeout=TIMEOUT_SECONDS)
        body, answered = await transport.json(exchange)
        # The answer of an earlier call with the same idempotency key has no job of its own.
        location = answered.get("location")
        return cls(transport, location.rsplit("/", 1)[-1] if location else body["id"])

    async def status(self) -> Job:
        """What it is at."""
        return await self._transport.call("GET", f"/jobs/{self.id}", retry="safe")

    async def cancel(self) -> Job:
        """Stops the work and frees the hold."""
        return await self._transport.call("DELETE", f"/jobs/{self.id}", retry="safe")

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
        opened = self._transport.lines(f"/jobs/{self.id}/records")
        async with AsyncRecordStream[Rec](opened, summary=False) as stream:
            async for record in stream:
                yield record


def _error_of(job: Job) -> Exception:
    error = job["error"]
    assert error is not None
    return api_error(error["status"], code=error["code"], detail=error["detail"], request_id=job["id"])
