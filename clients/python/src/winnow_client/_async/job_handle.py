from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any, Generic, TypeVar, Unpack, cast

from .._errors import ConnectionFailed, error_class
from .._exchange import Exchange, SubmitOptions, Transfer, call_of, part, path_of
from .._facts import Records, facts_of
from ..models.endpoints import Job
from ..models.options import JOB_HEADERS
from .stored import AsyncStoredRecords
from .transport import AsyncTransport

Rec = TypeVar("Rec")

TIMEOUT_SECONDS = 60.0
WAIT_SECONDS = 20
"""How long the service may delay its response while a job has not ended."""


class AsyncJobHandle(Generic[Rec]):
    """A job: `await job.records()` for its records, `async for record in job` to read them one by one."""

    def __init__(self, transport: AsyncTransport, job_id: str, known: Records[Rec] | None = None) -> None:
        self._transport = transport
        self._known = known
        self.id = job_id

    @classmethod
    async def submitted(
        cls, transport: AsyncTransport, operation: str, request: Any, options: SubmitOptions
    ) -> AsyncJobHandle[Rec]:
        call = call_of(path_of(operation), request, options, {"prefer": "respond-async"}, JOB_HEADERS)
        exchange = replace(call, timeout=TIMEOUT_SECONDS)
        body, answered = await transport.json(exchange)
        if isinstance(body, list):
            # An earlier direct call used this idempotency key: the response has its records, and there is no job.
            facts = facts_of(answered)
            return cls(transport, facts.request_id or "", Records(cast("list[Rec]", body), facts))
        return cls(transport, body["id"])

    async def status(self, **options: Unpack[Transfer]) -> Job:
        """The job's current state."""
        return cast(Job, await self._transport.call("GET", self._path(), retry="safe", options=options))

    async def cancel(self, **options: Unpack[Transfer]) -> Job:
        """Stops the job and releases the hold."""
        return cast(Job, await self._transport.call("DELETE", self._path(), retry="safe", options=options))

    async def ended(self, **options: Unpack[Transfer]) -> Job:
        """Returns when the job has ended. Raises the call's error if it failed."""
        waiting = {"wait": WAIT_SECONDS}
        while True:
            asked = await self._transport.call("GET", self._path(), query=waiting, retry="safe", options=options)
            job = cast(Job, asked)
            if job["error"] is not None:
                raise _error_of(job)
            if job["status"] == "cancelled":
                raise ConnectionFailed("the job was cancelled")
            if job["ended_at"] is not None:
                return job

    async def records(self, **options: Unpack[Transfer]) -> Records[Rec]:
        """All records, once the job has ended."""
        if self._known is not None:
            return self._known
        job = await self.ended(**options)
        exchange = Exchange("GET", self._path("/records"), TIMEOUT_SECONDS, options=options)
        body, headers = await self._transport.json(exchange)
        facts = replace(
            facts_of(headers), request_id=self.id, credits_charged=job["charged"], results_end=job["results_end"]
        )
        return Records(body, facts)

    def _path(self, below: str = "") -> str:
        return f"/jobs/{part(self.id)}{below}"

    async def __aiter__(self) -> AsyncIterator[Rec]:
        if self._known is not None:
            for known in self._known:
                yield known
            return
        await self.ended()
        async with AsyncStoredRecords[Rec](*self._transport.lines(self._path("/records"))) as stored:
            async for record in stored:
                yield record


def _error_of(job: Job) -> Exception:
    error = job["error"]
    assert error is not None
    status = error["status"]
    return error_class(status)(status, code=error["code"], detail=error["detail"], request_id=job["id"])
