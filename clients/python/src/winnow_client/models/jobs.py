# Written by `npm run docs`.
from __future__ import annotations

from typing import Any, Literal, TypedDict

class JobError(TypedDict):
    status: int
    """The HTTP status that a call would have had."""
    code: str | None
    detail: Any
    """A sentence, or the items of a 422."""


class JobProgress(TypedDict):
    pages: int
    records: int


class Job(TypedDict):
    id: str
    """The id of its request in the history, too."""
    operation: str
    """The operation's path."""
    request: Any
    """The body, as it was read."""
    status: JobStatus
    progress: JobProgress
    held: int
    """Points held while it waits and runs."""
    charged: int
    """Points it cost: 0 unless it succeeded."""
    attempt: int
    """Tries so far; a worker that dies takes one with it, and there are three."""
    created_at: str
    started_at: str | None
    ended_at: str | None
    records_until: str | None
    error: JobError | None
    results_end: JobResultsEnd | None
    batch_id: str | None
    line: int | None
    schedule_id: str | None


JobStatus = Literal["queued", "running", "succeeded", "failed", "cancelled"]


JobResultsEnd = Literal["count", "exhausted", "source-limit"]


class BatchItems(TypedDict):
    queued: int
    running: int
    succeeded: int
    failed: int
    cancelled: int


class Batch(TypedDict):
    id: str
    operation: str
    """The operation's path."""
    status: BatchStatus
    pause_reason: str | None
    total: int
    """Items in all."""
    items: BatchItems
    records: int
    """Records so far."""
    cost_at_most: int
    """The most points that all items can cost."""
    max_cost: int | None
    charged: int
    """Points it has cost so far."""
    created_at: str
    ended_at: str | None


BatchStatus = Literal["running", "paused", "finished", "cancelled"]


class BatchFailure(TypedDict):
    line: int
    """The item's line, from 1."""
    job_id: str
    request: Any
    """The body, as it was read."""
    error: JobError
