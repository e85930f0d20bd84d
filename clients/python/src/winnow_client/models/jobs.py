# Written by `npm run docs`.
from __future__ import annotations

from typing import Any, Literal, TypedDict

class JobError(TypedDict):
    status: int
    """HTTP status that a direct call would have had."""
    code: str | None
    detail: Any
    """A sentence, or the items of a 422."""


class JobProgress(TypedDict):
    pages: int
    records: int


class Job(TypedDict):
    id: str
    """Also the id of its request in the history."""
    operation: str
    """The operation's path."""
    request: Any
    """The body, as it was read."""
    status: JobStatus
    progress: JobProgress
    held: int
    """Points held while it waits and runs."""
    charged: int
    """Points charged: 0 unless it succeeded."""
    attempt: int
    """Tries so far. A job fails after three workers have died."""
    created_at: str
    started_at: str | None
    ended_at: str | None
    records_until: str | None
    error: JobError | None
    results_end: JobResultsEnd | None
    results_total: int | None
    resolved: dict[str, str | float] | None
    warnings: list[str]
    """Warning codes."""
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
    """Number of items."""
    items: BatchItems
    records: int
    """Records so far."""
    cost_at_most: int
    """The most all items can cost together."""
    max_cost: int | None
    charged: int
    """Points charged so far."""
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


class ScheduleRun(TypedDict):
    id: str
    """The job."""
    status: str
    at: str


class FieldChange(TypedDict):
    old: Any
    new: Any


class Schedule(TypedDict):
    id: str
    name: str
    operation: str
    request: Any
    """The body of each run, as it was read."""
    cron: str
    """Five fields: minute, hour, day, month, weekday."""
    time_zone: str
    """An IANA time zone, such as `Europe/Amsterdam`."""
    ignore_fields: list[str]
    """Fields whose changes are ignored."""
    monthly_budget: int | None
    status: ScheduleStatus
    pause_reason: str | None
    next_at: str | None
    cost_per_run: int
    """The most one run can cost."""
    spent_this_month: int
    last_run: ScheduleRun | None
    created_at: str


ScheduleStatus = Literal["active", "paused"]


class SchedulePreview(TypedDict):
    cost_per_run: int
    runs_next_30_days: int
    cost_next_30_days: int
    next_runs: list[str]


class NewSchedule(TypedDict):
    id: str
    name: str
    operation: str
    request: Any
    """The body of each run, as it was read."""
    cron: str
    """Five fields: minute, hour, day, month, weekday."""
    time_zone: str
    """An IANA time zone, such as `Europe/Amsterdam`."""
    ignore_fields: list[str]
    """Fields whose changes are ignored."""
    monthly_budget: int | None
    status: NewScheduleStatus
    pause_reason: str | None
    next_at: str | None
    cost_per_run: int
    """The most one run can cost."""
    spent_this_month: int
    last_run: ScheduleRun | None
    created_at: str
    feed_secret: str
    """Opens `/schedules/{id}/feed/{feed_secret}`; shown only once."""
    preview: SchedulePreview


NewScheduleStatus = Literal["active", "paused"]


class ScheduleChange(TypedDict):
    kind: ScheduleChangeKind
    record_id: str
    run_id: str
    """The job that found the change."""
    at: str
    record: Any | None
    fields: dict[str, FieldChange] | None


ScheduleChangeKind = Literal["added", "removed", "changed"]


class Webhook(TypedDict):
    id: str
    url: str
    events: list[WebhookEvents] | None
    status: WebhookStatus
    disabled_reason: str | None
    failing_since: str | None
    previous_secret_until: str | None
    created_at: str


WebhookEvents = Literal[
    "job.succeeded",
    "job.failed",
    "batch.finished",
    "batch.expiring",
    "schedule.changed",
    "source.degraded",
    "points.low",
]


WebhookStatus = Literal["active", "disabled"]


class WebhookWithSecret(TypedDict):
    id: str
    url: str
    events: list[WebhookWithSecretEvents] | None
    status: WebhookWithSecretStatus
    disabled_reason: str | None
    failing_since: str | None
    previous_secret_until: str | None
    created_at: str
    secret: str
    """`whsec_…`, shown only once."""


WebhookWithSecretEvents = Literal[
    "job.succeeded",
    "job.failed",
    "batch.finished",
    "batch.expiring",
    "schedule.changed",
    "source.degraded",
    "points.low",
]


WebhookWithSecretStatus = Literal["active", "disabled"]


class DeliveryAttempt(TypedDict):
    at: str
    status: int | None
    ms: int
    error: str | None
    answer: str
    """First 1,000 characters of the receiver's response."""
    headers: dict[str, str]


class WebhookDelivery(TypedDict):
    id: str
    """`webhook-id`: the same for all tries."""
    webhook_id: str | None
    url: str
    event: str
    status: WebhookDeliveryStatus
    payload: Any
    """What was sent."""
    attempts: list[DeliveryAttempt]
    next_at: str | None
    created_at: str


WebhookDeliveryStatus = Literal["pending", "delivered", "failed"]
