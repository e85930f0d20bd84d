# Written by `npm run docs`.
from __future__ import annotations

from typing import Any, Generic, Literal, NotRequired, TypedDict, TypeVar, Union

JobStatus = Literal["queued", "running", "succeeded", "failed", "cancelled"]


class JobProgress(TypedDict):
    pages: int
    """Pages requested so far."""
    records: int
    """Records gathered so far."""


class JobError(TypedDict):
    status: int
    """HTTP status of the same direct call."""
    code: str | None
    """Code from the error catalogue."""
    detail: Any
    """A sentence, or the items of a 422."""


JobResultsEnd = Literal["count", "exhausted", "source-limit"]


class EndedJob(TypedDict):
    id: str
    """Also the id of its request in the history."""
    operation: str
    """The operation's path."""
    status: JobStatus
    """Where it is in its life."""
    progress: JobProgress
    """Progress so far."""
    held: int
    """Points held while it waits and runs."""
    charged: int
    """Points charged: 0 unless it succeeded."""
    attempt: int
    """Attempts so far. A job fails after three workers have died."""
    created_at: str
    """When it was submitted."""
    started_at: str | None
    """When its first attempt began."""
    ended_at: str | None
    """When it ended."""
    records_until: str | None
    """When its records expire (after 7 days)."""
    error: JobError | None
    """Why it failed."""
    results_end: JobResultsEnd | None
    """Why there are no more records."""
    results_total: int | None
    """Total number of results that the site reports."""
    resolved: dict[str, str | float] | None
    """How a text in the request was interpreted."""
    warnings: list[str]
    """Warning codes."""
    batch_id: str | None
    """The batch it is an item of."""
    line: int | None
    """Its line in the batch, from 1."""
    schedule_id: str | None
    """The schedule whose run it is."""


class Job(EndedJob):
    request: Any
    """The request, with defaults filled in."""


class FieldQuality(TypedDict):
    field: str
    """The record's field."""
    filled: int
    """Records that have a value in this field."""
    share: float
    """The same as a share of all records."""
    share_before: float | None
    """The share in the run before; null if there is none to compare with."""


class QualityReport(TypedDict):
    records: int
    """Records."""
    duplicates: int
    """How many of them repeat an earlier record (of their line)."""
    results_end: JobResultsEnd | None
    """Why there are no more records."""
    results_total: int | None
    """Total number of results that the site reports."""
    warnings: list[str]
    """Warning codes."""
    lines_missing: int | None
    """Lines of a batch that failed, were cancelled or are invalid; null for a job."""
    compared_with: str | None
    """The previous run of the same schedule."""
    fields: list[FieldQuality]
    """Every field of the record but `@type`, in its order."""
    noticed: list[str]
    """What is unusual, in sentences; empty if nothing is."""


class JobStep(TypedDict):
    step: str
    """What happened."""
    at: str
    """When."""
    ms: int
    """Milliseconds since it was queued."""


BatchStatus = Literal["running", "paused", "finished", "cancelled"]


class BatchWait(TypedDict):
    reason: str
    """What the source answered."""
    since: str
    """Since when it waits."""
    next_try_at: str
    """When one item is retried; if the source responds, the others continue."""


class BatchItems(TypedDict):
    queued: int
    """Items that are queued."""
    running: int
    """Items that are running."""
    succeeded: int
    """Items that are succeeded."""
    failed: int
    """Items that are failed."""
    cancelled: int
    """Items that are cancelled."""


class Batch(TypedDict):
    id: str
    """The batch's id."""
    operation: str
    """The operation's path."""
    status: BatchStatus
    """`finished` when every item has ended."""
    pause_reason: str | None
    """Why the batch is paused."""
    resumes: str | None
    """What resumes a paused batch."""
    waiting: BatchWait | None
    """Set while the source is down: no item fails for that."""
    wait_until: str
    """Until then items wait for a source that is down; after that they fail."""
    total: int
    """Number of items."""
    items: BatchItems
    """Items by status."""
    invalid: int
    """Lines that were skipped because they are not valid (`on_invalid`)."""
    records: int
    """Records so far."""
    records_expired: int
    """Of these, the ones that have expired, 7 days after their item ended."""
    cost_at_most: int
    """Maximum total cost of all items."""
    max_cost: int | None
    """The limit that was given with it."""
    charged: int
    """Points charged so far."""
    destination: str | None
    """Where its records are uploaded when it has finished."""
    created_at: str
    """When it was submitted."""
    ended_at: str | None
    """When its last item ended."""


BatchesOn_invalid = Literal["refuse", "skip"]
BatchesPartial = Literal["keep"]


class BatchPreview(TypedDict):
    total: int
    """Number of items."""
    invalid: int
    """Lines that would be skipped (`on_invalid`)."""
    cost_at_most: int
    """Maximum total cost of all items."""
    points: int
    """Points left on the account."""
    enough: bool
    """Whether the points suffice for all items."""


class BatchFailure(TypedDict):
    line: int
    """The item's line, from 1."""
    job_id: str
    """The item's job."""
    request: Any
    """The request, with defaults filled in."""
    error: JobError
    """Why it failed."""


MissingLineReason = Literal["invalid", "failed", "expired"]


class MissingLine(TypedDict):
    line: int
    """The line, from 1."""
    reason: MissingLineReason
    """`invalid`: skipped by `on_invalid`. `expired`: it ended more than 7 days ago."""
    job_id: str | None
    """The line's job; null if it was never run."""
    records: int
    """Records that it had."""
    error: JobError
    """Why it failed."""


WebhookFormat = Literal["standard", "slack", "teams", "discord", "ntfy"]
WebhookEvents = Literal[
    "job.succeeded", "job.failed", "batch.item", "batch.finished", "batch.paused", "batch.waiting", "batch.resumed",
    "batch.expiring", "schedule.changed", "schedule.paused", "schedule.resumed", "watch.triggered", "source.degraded",
    "points.low", "records.recalled", "records.corrected",
]
WebhookStatus = Literal["active", "disabled"]


class Webhook(TypedDict):
    id: str
    """The webhook's id."""
    url: str
    """Where events are sent. The address of a chat is a secret: its host and a fingerprint."""
    format: WebhookFormat
    """`standard`, or the chat service that gets messages."""
    events: list[WebhookEvents] | None
    """Null for all events but `batch.item`."""
    status: WebhookStatus
    """A disabled webhook is sent nothing."""
    disabled_reason: str | None
    """Why it is disabled."""
    failing_since: str | None
    """Since when no delivery has succeeded."""
    previous_secret_until: str | None
    """When the previous secret stops signing."""
    created_at: str
    """When it was created."""


class WebhookWithSecret(Webhook):
    secret: str
    """`whsec_…`, shown only once."""


WebhookDeliveryStatus = Literal["pending", "delivered", "failed"]


class DeliveryAttempt(TypedDict):
    at: str
    """When it was sent."""
    status: int | None
    """The receiver's HTTP status."""
    ms: int
    """Milliseconds until the receiver had answered."""
    error: str | None
    """Why no response arrived."""
    answer: str
    """First 1,000 characters of the receiver's response."""
    headers: dict[str, str]
    """The headers that were sent."""


class WebhookDelivery(TypedDict):
    id: str
    """`webhook-id`: the same for all tries."""
    webhook_id: str | None
    """Null where a job named the address itself; of a file, its destination."""
    url: str
    """Where it is sent."""
    event: str
    """The event."""
    status: WebhookDeliveryStatus
    """`pending` until the receiver has accepted it or the tries are used up."""
    payload: Any
    """What was sent."""
    attempts: list[DeliveryAttempt]
    """The tries so far."""
    next_at: str | None
    """When it is tried again."""
    created_at: str
    """When the event happened."""


WatchRuleWhen = Literal[
    "below", "above", "changes_by_percent", "falls_by_percent", "rises_by_percent", "falls_by", "rises_by", "appears",
    "disappears", "becomes",
]


class WatchRule(TypedDict):
    field: str | None
    """Null for a rule about the record itself."""
    when: WatchRuleWhen
    """`below` and `above` a number; `changes_by_percent` since the rule last fired, `falls_by_percent` from the highest and `rises_by_percent` from the lowest value since then, `falls_by` and `rises_by` the same by an amount; `appears`, `disappears`: a value, or without `field` the record itself; `becomes` a value."""
    value: Any
    """Null for `appears` and `disappears`."""
    first_run: NotRequired[bool]
    """true: it also fires if the condition already holds when it first sees a record, as in the first run."""


NewScheduleStatus = Literal["active", "paused"]
ScheduleRunNotComparedBecause = Literal["pending", "failed", "first_run", "values_in_doubt", "no_ids", "not_possible"]


class ScheduleRun(TypedDict):
    id: str
    """The job."""
    status: JobStatus
    """The job's status."""
    at: str
    """When it was due."""
    compared: bool
    """Whether its records were compared with those of earlier runs."""
    not_compared_because: ScheduleRunNotComparedBecause | None
    """Null if it was compared. `pending`: the run, or its comparison, has not ended. `failed`: the run failed or was cancelled. `first_run`: it is the first run of this request, with which later ones are compared. `values_in_doubt`: some values are not what they were and are held back until it is known whether they are right. `no_ids`: none of its records has an id. `not_possible`: its records had expired, or comparing them failed."""
    held_back: list[str]
    """Fields whose values are in doubt, or `answer.records` and the like for the list itself. They are neither compared nor stored, and no rule about them fires, until the doubt is over."""


class SchedulePreview(TypedDict):
    cost_per_run: int
    """Maximum cost of one run."""
    runs_next_30_days: int
    """Number of runs in the next 30 days."""
    cost_next_30_days: int
    """Maximum cost of the runs of the next 30 days."""
    next_runs: list[str]
    """The times of the next runs."""


class Schedule(TypedDict):
    id: str
    """The schedule's id."""
    name: str
    """Its name."""
    operation: str
    """The operation's path."""
    request: Any
    """The body of each run, as parsed."""
    cron: str
    """Five fields: minute, hour, day, month, weekday."""
    time_zone: str
    """An IANA time zone, such as `Europe/Amsterdam`."""
    ignore_fields: list[str]
    """Fields whose changes are ignored."""
    track: list[str]
    """Fields whose values are kept over time."""
    rules: list[WatchRule]
    """Each fires `watch.triggered` as it becomes true."""
    monthly_budget: int | None
    """Points it may spend per calendar month; after that it pauses."""
    webhook: str | None
    """URL that gets a webhook when something changed."""
    destination: str | None
    """Where the records of each run are uploaded."""
    tag: str | None
    """The tags of each run, separated by commas."""
    status: NewScheduleStatus
    """A paused schedule does not run."""
    pause_reason: str | None
    """Why it is paused."""
    resumes: str | None
    """What resumes a paused schedule."""
    next_at: str | None
    """When it runs next; null while it is paused."""
    cost_per_run: int | None
    """Maximum cost of one run; null if its operation is gone."""
    spent_this_month: int
    """Points spent in this calendar month."""
    last_run: ScheduleRun | None
    """The last run; null before the first."""
    created_at: str
    """When it was created."""


class NewSchedule(Schedule):
    feed_secret: str
    """Opens `/schedules/{id}/feed/{feed_secret}`; shown only once."""
    preview: SchedulePreview
    """What it will cost."""


class WatchRuleInput(TypedDict):
    field: NotRequired[str | None]
    """Path of the field, such as `price.amount`."""
    when: WatchRuleWhen
    """`below` and `above` a number; `changes_by_percent` since the rule last fired, `falls_by_percent` from the highest and `rises_by_percent` from the lowest value since then, `falls_by` and `rises_by` the same by an amount; `appears`, `disappears`: a value, or without `field` the record itself; `becomes` a value."""
    value: NotRequired[Any]
    """What the field is compared with; a value of the field's type."""
    first_run: NotRequired[bool]
    """true: it also fires if the condition already holds when it first sees a record, as in the first run."""


class ChangeCounts(TypedDict):
    added: int
    """Records that earlier runs did not have."""
    removed: int | None
    """Null if the list is in doubt."""
    changed: int | None
    """Null if some of its fields were held back."""
    entered: int
    """For a list truncated at `count`: records that entered it."""
    left: int | None
    """For such a list: records that were in none of the last five runs. Null if the list is in doubt."""


class PastRun(TypedDict):
    id: str
    """The job."""
    status: JobStatus
    """The job's status."""
    at: str
    """When it was due."""
    ended_at: str | None
    """When it ended."""
    charged: int
    """Points."""
    records: int
    """Number of its records."""
    error: JobError | None
    """Why it failed."""
    compared: bool
    """Whether its records were compared with those of earlier runs."""
    not_compared_because: ScheduleRunNotComparedBecause | None
    """Null if it was compared. `pending`: the run, or its comparison, has not ended. `failed`: the run failed or was cancelled. `first_run`: it is the first run of this request, with which later ones are compared. `values_in_doubt`: some values are not what they were and are held back until it is known whether they are right. `no_ids`: none of its records has an id. `not_possible`: its records had expired, or comparing them failed."""
    held_back: list[str]
    """Fields whose values are in doubt, or `answer.records` and the like for the list itself. They are neither compared nor stored, and no rule about them fires, until the doubt is over."""
    changes: ChangeCounts | None
    """Null for a run that was not compared, unless its new records are known."""


ScheduleChangeKind = Literal["added", "removed", "changed", "entered", "left"]


class FieldChange(TypedDict):
    old: Any
    """The value before."""
    new: Any
    """The value now."""


class ScheduleChange(TypedDict):
    id: str
    """Id of this change; later changes have larger numbers."""
    kind: ScheduleChangeKind
    """What happened to the record."""
    record_id: str
    """The record's id."""
    run_id: str
    """The job that found the change."""
    at: str
    """When the run found it."""
    record: Any | None
    """The record that was added or removed, or the record after the change."""
    fields: dict[str, FieldChange] | None
    """Old and new value of each changed field."""


class HistoryPoint(TypedDict):
    at: str
    """The run that found these values; they hold until the next point."""
    listed: bool
    """Whether the record was in the list."""
    values: dict[str, Any]
    """The tracked fields; empty while the record is not listed."""
    recalled: str | None
    """The recall that found wrong values here (`GET /recalls`). The point has the corrected ones, or else those from before."""


class RecordHistory(TypedDict):
    record_id: str
    """The record's id."""
    record: Any | None
    """As the last run saw it; null if the record is gone."""
    first_seen: str
    """The first run that had the record."""
    last_seen: str
    """The last run that had the record."""
    listed: bool
    """Whether the last run had it."""
    points: list[HistoryPoint]
    """Oldest first: one for each run in which something changed."""


class Mover(TypedDict):
    record_id: str
    """The record's id."""
    record: Any | None
    """As the last run saw it."""
    old: float
    """The value at the start of the time range."""
    new: float
    """The last value."""
    percent: float | None
    """The change in percent of the old value; null if that is 0."""


class Movers(TypedDict):
    field: str
    """The field."""
    movers: list[Mover]
    """The largest change first."""


class Trigger(TypedDict):
    id: str
    """Its id; later ones have larger numbers."""
    run_id: str
    """The job that found it."""
    at: str
    """When the run found it."""
    rule: WatchRule
    """The rule that fired."""
    record_id: str
    """The record's id."""
    old: Any
    """The previous value; for a percentage the one it is measured from."""
    new: Any
    """The value now."""
    record: Any | None
    """The record now, or as it last was."""


ResultLinkKind = Literal["job", "batch", "schedule", "request"]
ResultLinkFormat = Literal["json", "ndjson", "csv", "xlsx", "parquet"]


class ResultLink(TypedDict):
    id: str
    """The link's id."""
    kind: ResultLinkKind
    """What it opens."""
    of_id: str
    """The id of the job, batch, schedule or request."""
    format: ResultLinkFormat
    """The format of its file."""
    url: str
    """Opens without a key, until it expires or is deleted."""
    created_at: str
    """When it was created."""
    expires_at: str
    """When it stops working."""
    reads: int
    """How often it was opened."""
    last_read_at: str | None
    """When it was last opened."""


class Destination(TypedDict):
    id: str
    """The destination's id."""
    name: str
    """Its name."""
    endpoint: str
    """Address of the storage."""
    region: str
    """The storage's region."""
    bucket: str
    """The bucket."""
    path: str
    """Where files go in the bucket, with placeholders."""
    format: ResultLinkFormat
    """The format of the files."""
    access_key_id: str
    """The access key that is used; its secret is never shown."""
    created_at: str
    """When it was created."""


_RecallFields = TypedDict("_RecallFields", {"from": str})


class Recall(_RecallFields):
    id: str
    """`x-recalled` of its requests."""
    operation: str
    """The operation's path."""
    field: str
    """The field whose values were wrong, or `answer.` and what was wrong with the response."""
    reason: str
    """What was wrong."""
    to: str
    """The last of them."""
    requests: int
    """Your calls with wrong records."""
    unchecked: int
    """Your calls of that time that could not be checked yet. Make them again and compare; they are paid back only if they turn out to be wrong."""
    points: int
    """Points returned to you."""
    corrected: int
    """How many of these calls have corrected records."""
    created_at: str
    """When it was made."""
    withdrawn_at: str | None
    """The recall was a mistake: the records were right. The points stay yours."""


class RecalledRequest(TypedDict):
    request_id: str
    """The request's id."""
    records: int
    """Records with wrong values, among those that could be compared."""
    checked: bool
    """Whether its records could be compared. If not, make the call again and compare."""
    points: int
    """Points returned for it."""
    corrected_at: str | None
    """When its pages were read again; null if they were not."""
    corrected: list[Any] | None
    """All its records, corrected."""


UserRole = Literal["member", "admin"]


class User(TypedDict):
    id: str
    """The account's id."""
    front_id: str
    """The id that the dashboard shows."""
    login: str
    """The name to sign in with: the address."""
    role: UserRole
    """`admin` may use the administrator's pages."""
    email: str
    """The account's address."""
    name: str
    """The person's name; empty if not given."""
    created_at: str
    """When the account was created."""
    modified_at: str
    """When it was last changed."""
    last_login_at: str | None
    """When somebody last signed in to the dashboard."""
    email_verified: bool
    """Whether the address is confirmed."""


TokenStatisticUsageContext = Literal["standard", "mcp_only"]


class TokenStatistic(TypedDict):
    id: str
    """The key's id."""
    user: User
    """The account."""
    is_primary: bool
    """The account's first key."""
    points: int
    """Points left on the account; the same for all its keys."""
    plan: str
    """The account's plan."""
    usage_context: TokenStatisticUsageContext
    """`mcp_only`: the key works for MCP and nothing else."""
    expires_at: str | None
    """When the key expires; null for never."""
    created_at: str
    """When the key was created."""
    last_used_at: str | None
    """When the key was last used; null for never."""
    ten_second_limit: int
    """Requests that the plan allows in ten seconds."""
    minutely_limit: int
    """Requests that the plan allows in a minute."""
    hourly_limit: int
    """Requests that the plan allows in an hour."""
    daily_limit: int
    """Requests that the plan allows in a day."""
    monthly_limit: int
    """Requests that the plan allows in a month."""
    ten_second_usage: int
    """Requests in the current ten seconds."""
    minutely_usage: int
    """Requests in the current minute."""
    hourly_usage: int
    """Requests in the current hour."""
    daily_usage: int
    """Requests on the current day."""
    monthly_usage: int
    """Requests in the current month."""
    is_recommended: bool
    """The key to use by default."""


class RequestRow(TypedDict):
    id: str
    """The `x-request-id`."""
    endpoint: str
    """The path that was called."""
    cost: int
    """Points charged; 0 unless it succeeded."""
    is_paid: bool
    """Whether points were charged."""
    plan: str
    """The account's plan at that time."""
    points_left: int | None
    """Points left after it; null while it runs."""
    started_at: str | None
    """When it arrived."""
    duration: float | None
    """Seconds."""
    response_status_code: int | None
    """The status of its response; null while it runs."""
    response_error_text: str | None
    """Why it failed; null if it succeeded."""
    response_count: int | None
    """Number of records in its response."""
    tags: list[str]
    """The tags of `x-tag`."""
    timeout: int
    """The request's own time limit, in seconds."""
    results_end: JobResultsEnd | None
    """Why there are no more records."""
    results_total: int | None
    """Total number of results that the site reports."""
    resolved: dict[str, str | float] | None
    """How a text in the request was interpreted."""
    warnings: list[str]
    """Warning codes."""
    age: int | None
    """Age of a cached result in seconds; null if it was fetched now."""
    stand_in: bool | None
    """True if a stand-in gave the records, which are made up; null otherwise."""
    recalled: int | None
    """The recall that found wrong values in these records (`GET /recalls`); null if none did."""


class TagUsage(TypedDict):
    tag: str | None
    """The tag; null for requests without any."""
    requests: int
    """Number of requests."""
    succeeded: int
    """How many of them succeeded."""
    records: int
    """Records in their responses."""
    points: int
    """Points charged."""


class ProvenancePage(TypedDict):
    number: int | str | None
    """The page's number or cursor in its list; null if it has none."""
    url: str
    """The page's address."""
    at: str
    """When the site's response arrived."""


class Place(TypedDict):
    place: str
    """A JSON path, or a selector with `@attribute` for an attribute."""
    inside: NotRequired[str]
    """Where in the page that JSON is; absent if the page is JSON, or the value is not in JSON."""
    raw: str | float | bool
    """What the page has there."""


class FieldProvenance(TypedDict):
    page: int | None
    """An index into `pages`; null if the value came from no page."""
    locator: NotRequired[str]
    """The path or selector of the field table, relative to the row."""
    place: NotRequired[str]
    """A JSON path, or a selector with `@attribute` for an attribute."""
    inside: NotRequired[str]
    """Where in the page that JSON is; absent if the page is JSON, or the value is not in JSON."""
    raw: NotRequired[str | float | bool]
    """What the page has there."""
    computed_from: NotRequired[list[Place]]
    """The places that the value was computed from, if no single place has it."""


class RecordProvenance(TypedDict):
    pages: list[ProvenancePage]
    """The pages that its values were read from."""
    fields: dict[str, FieldProvenance]
    """By path: `name`, `price.amount`, `images[0]`. Fields without a value are left out."""


Event = TypeVar("Event", bound=str)
Data = TypeVar("Data")


class WebhookMessage(TypedDict, Generic[Event, Data]):
    type: Event
    timestamp: str
    """When it happened."""
    data: Data
JobSucceeded = WebhookMessage[Literal["job.succeeded"], EndedJob]
JobFailed = WebhookMessage[Literal["job.failed"], EndedJob]
BatchItem = WebhookMessage[Literal["batch.item"], EndedJob]
BatchFinished = WebhookMessage[Literal["batch.finished"], Batch]
BatchPaused = WebhookMessage[Literal["batch.paused"], Batch]
BatchWaiting = WebhookMessage[Literal["batch.waiting"], Batch]
BatchResumed = WebhookMessage[Literal["batch.resumed"], Batch]


class ExpiringBatch(Batch):
    cancelled_at: str
    """When it will be cancelled."""


BatchExpiring = WebhookMessage[Literal["batch.expiring"], ExpiringBatch]


class PublishedChange(TypedDict):
    record_id: str
    """The record's id."""
    kind: ScheduleChangeKind
    """What happened to the record."""
    record: dict[str, Any]
    """The record that was added or removed, or the record after the change."""
    fields: NotRequired[dict[str, Any]]
    """Old and new value of each changed field."""


class ChangedSchedule(ChangeCounts):
    schedule_id: str
    """The schedule."""
    name: str
    """The schedule's name."""
    run_id: str
    """The job."""
    compared: bool
    """Whether its records were compared with those of earlier runs."""
    not_compared_because: ScheduleRunNotComparedBecause | None
    """Null if it was compared. `pending`: the run, or its comparison, has not ended. `failed`: the run failed or was cancelled. `first_run`: it is the first run of this request, with which later ones are compared. `values_in_doubt`: some values are not what they were and are held back until it is known whether they are right. `no_ids`: none of its records has an id. `not_possible`: its records had expired, or comparing them failed."""
    held_back: list[str]
    """Fields whose values are in doubt, or `answer.records` and the like for the list itself. They are neither compared nor stored, and no rule about them fires, until the doubt is over."""
    changes: list[PublishedChange]
    """The first of them; `GET /schedules/{id}/changes` has all."""


ScheduleChanged = WebhookMessage[Literal["schedule.changed"], ChangedSchedule]
SchedulePaused = WebhookMessage[Literal["schedule.paused"], Schedule]
ScheduleResumed = WebhookMessage[Literal["schedule.resumed"], Schedule]


class FiredRule(TypedDict):
    schedule_id: str
    """The schedule."""
    name: str
    """The schedule's name."""
    run_id: str
    """The job."""
    at: str
    """When the run found it."""
    rule: WatchRule
    """The rule that fired."""
    record_id: str
    """The record's id."""
    old: Any
    """The previous value; for a percentage the one it is measured from."""
    new: Any
    """The value now."""
    record: dict[str, Any] | None
    """The record now, or as it last was."""
    link: str | None
    """The record's history in the dashboard; null if PUBLIC_URL is not set."""


WatchTriggered = WebhookMessage[Literal["watch.triggered"], FiredRule]


class DegradedSource(TypedDict):
    source: str
    """The source's name."""
    operation: str
    """The operation's path."""
    reason: str
    """What was seen."""
    since: str
    """When it began."""


SourceDegraded = WebhookMessage[Literal["source.degraded"], DegradedSource]


class LowPoints(TypedDict):
    points: int
    """Points left."""
    used_percent: int
    """Share of the points that is used."""
    of: int
    """The points that this is a share of."""


PointsLow = WebhookMessage[Literal["points.low"], LowPoints]
RecordsRecalled = WebhookMessage[Literal["records.recalled"], Recall]
RecordsCorrected = WebhookMessage[Literal["records.corrected"], Recall]


class TestedWebhook(TypedDict):
    webhook_id: str
    """The webhook that was tested."""


WebhookTest = WebhookMessage[Literal["webhook.test"], TestedWebhook]
WebhookPayload = Union[
    JobSucceeded, JobFailed, BatchItem, BatchFinished, BatchPaused, BatchWaiting, BatchResumed, BatchExpiring,
    ScheduleChanged, SchedulePaused, ScheduleResumed, WatchTriggered, SourceDegraded, PointsLow, RecordsRecalled,
    RecordsCorrected, WebhookTest,
]
