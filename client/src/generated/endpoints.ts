// biome-ignore-all format: written by `npm run docs`, out of the schemas of the operations.
import type { EndpointOptions, Transport } from "../transport.ts";
import type { RecordOf, RequestOf } from "./operations.ts";

const part = encodeURIComponent;

class EndpointGroup {
  protected readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }
}

/** Calls that run in the background. */
export class JobsEndpoints extends EndpointGroup {
  /** The caller's jobs, newest first. Items of a batch only with its `batch_id`. A key for some sources sees its own jobs. Free and not counted in any rate window. */
  list<Op extends string = string>(options: EndpointOptions & { status?: "queued" | "running" | "succeeded" | "failed" | "cancelled"; operation?: Op; batchId?: string; scheduleId?: string; startTime?: Date | string; endTime?: Date | string } = {}): AsyncGenerator<Job<Op>, void, undefined> {
    return this.transport.rows({ method: "GET", path: `/jobs`, query: { status: options.status, operation: options.operation, batch_id: options.batchId, schedule_id: options.scheduleId, start_time: options.startTime, end_time: options.endTime }, options: ["status","operation","batchId","scheduleId","startTime","endTime"], retry: "safe" }, options);
  }

  /** Status of a job. Free and not counted in any rate window. */
  get<Op extends string = string>(id: string, options: EndpointOptions & { wait?: number } = {}): Promise<Job<Op>> {
    return this.transport.call({ method: "GET", path: `/jobs/${part(id)}`, query: { wait: options.wait }, options: ["wait"], retry: "safe" }, options);
  }

  /** Cancel a job. Stops the work and releases the hold. A job that has ended stays as it is. */
  cancel<Op extends string = string>(id: string, options: EndpointOptions = {}): Promise<Job<Op>> {
    return this.transport.call({ method: "DELETE", path: `/jobs/${part(id)}`, retry: "safe" }, options);
  }

  /** How complete the records of a job are. Fill of every field, duplicates, and what is unusual; for a run of a schedule beside the run before it. Available as long as the records. Free and not counted in any rate window. */
  quality(id: string, options: EndpointOptions = {}): Promise<QualityReport> {
    return this.transport.call({ method: "GET", path: `/jobs/${part(id)}/quality`, retry: "safe" }, options);
  }

  /** When a job was queued, started and ended. Free and not counted in any rate window. */
  timeline(id: string, options: EndpointOptions = {}): Promise<Array<JobStep>> {
    return this.transport.call({ method: "GET", path: `/jobs/${part(id)}/timeline`, retry: "safe" }, options);
  }
}

/** One operation for many requests. */
export class BatchesEndpoints extends EndpointGroup {
  /** Run one operation for 1 to 10,000 requests. All items are checked before anything runs. A 422 names each wrong item: the line of a file as an editor counts it, or the place in `requests`, both from 1. The total price must not exceed `max_cost` (403). If a rate window is full, items wait. If points run out, the batch pauses. `POST /batches/preview` with the same body returns only the price. As NDJSON (one body per line) or CSV (field names in the first row): `operation`, `max_cost` and `webhook` in the query. The text is read in the charset that `content-type` declares, UTF-8 unless it does. */
  submit<Op extends string = string>(operation: Op, requests: Array<RequestOf<Op>>, options: EndpointOptions & { idempotencyKey?: string } & { webhookUrl?: string | null; waitHours?: number; onInvalid?: "refuse" | "skip"; destination?: string | null; partial?: "keep"; maxCost?: number | null; tag?: string | null; maxAge?: number; staleIfError?: number } = {}): Promise<Batch<Op>> {
    return this.transport.call({ method: "POST", path: `/batches`, body: { operation, requests, webhook: options.webhookUrl, wait_hours: options.waitHours, on_invalid: options.onInvalid, destination: options.destination, partial: options.partial, max_cost: options.maxCost, tag: options.tag, max_age: options.maxAge, stale_if_error: options.staleIfError }, options: ["webhookUrl","waitHours","onInvalid","destination","partial","maxCost","tag","maxAge","staleIfError"], retry: "idempotency-key" }, options);
  }

  /** What a batch can cost. Checks every item as `POST /batches` does, and runs nothing. Free. */
  price<Op extends string = string>(operation: Op, requests: Array<RequestOf<Op>>, options: EndpointOptions & { webhookUrl?: string | null; waitHours?: number; onInvalid?: "refuse" | "skip"; destination?: string | null; partial?: "keep"; maxCost?: number | null; tag?: string | null; maxAge?: number; staleIfError?: number } = {}): Promise<BatchPreview> {
    return this.transport.call({ method: "POST", path: `/batches/preview`, body: { operation, requests, webhook: options.webhookUrl, wait_hours: options.waitHours, on_invalid: options.onInvalid, destination: options.destination, partial: options.partial, max_cost: options.maxCost, tag: options.tag, max_age: options.maxAge, stale_if_error: options.staleIfError }, options: ["webhookUrl","waitHours","onInvalid","destination","partial","maxCost","tag","maxAge","staleIfError"], retry: "safe" }, options);
  }

  /** The caller's batches, newest first. */
  list<Op extends string = string>(options: EndpointOptions = {}): AsyncGenerator<Batch<Op>, void, undefined> {
    return this.transport.rows({ method: "GET", path: `/batches`, retry: "safe" }, options);
  }

  /** Status of a batch. Free and not counted in any rate window. */
  get<Op extends string = string>(id: string, options: EndpointOptions = {}): Promise<Batch<Op>> {
    return this.transport.call({ method: "GET", path: `/batches/${part(id)}`, retry: "safe" }, options);
  }

  /** Cancel a batch. Waiting items will not run. Running items stop and cost nothing. */
  cancel<Op extends string = string>(id: string, options: EndpointOptions = {}): Promise<Batch<Op>> {
    return this.transport.call({ method: "DELETE", path: `/batches/${part(id)}`, retry: "safe" }, options);
  }

  /** Pause a batch. Running items finish. Waiting items stay in the queue. */
  pause<Op extends string = string>(id: string, options: EndpointOptions = {}): Promise<Batch<Op>> {
    return this.transport.call({ method: "POST", path: `/batches/${part(id)}/pause`, retry: "safe" }, options);
  }

  /** Resume a paused batch. Continues with the waiting items. The key of this call pays for what is left. */
  resume<Op extends string = string>(id: string, options: EndpointOptions = {}): Promise<Batch<Op>> {
    return this.transport.call({ method: "POST", path: `/batches/${part(id)}/resume`, retry: "safe" }, options);
  }

  /** Retry the failed items. Runs only the failed items. Each becomes a new job on the same line. The key of this call pays for what is left. */
  retry<Op extends string = string>(id: string, options: EndpointOptions = {}): Promise<Batch<Op>> {
    return this.transport.call({ method: "POST", path: `/batches/${part(id)}/retry`, retry: "safe" }, options);
  }

  /** The items that failed, by line. */
  failures<Op extends string = string>(id: string, options: EndpointOptions = {}): Promise<Array<BatchFailure<Op>>> {
    return this.transport.call({ method: "GET", path: `/batches/${part(id)}/failures`, retry: "safe" }, options);
  }

  /** The lines whose records are not in the file, and why. Lines that were skipped because they are not valid, that failed, or whose records have expired. */
  missing(id: string, options: EndpointOptions = {}): Promise<Array<MissingLine>> {
    return this.transport.call({ method: "GET", path: `/batches/${part(id)}/missing`, retry: "safe" }, options);
  }

  /** How complete the records of a batch are. Fill of every field, duplicates within a line, missing lines, and what is unusual. Also works while the batch runs. Free and not counted in any rate window. */
  quality(id: string, options: EndpointOptions = {}): Promise<QualityReport> {
    return this.transport.call({ method: "GET", path: `/batches/${part(id)}/quality`, retry: "safe" }, options);
  }
}

/** Notifications about events. */
export class WebhooksEndpoints extends EndpointGroup {
  /** The account's webhooks. */
  list(options: EndpointOptions = {}): Promise<Array<Webhook>> {
    return this.transport.call({ method: "GET", path: `/webhooks`, retry: "safe" }, options);
  }

  /** Create a webhook. Signed by the Standard Webhooks specification, retried for 24 hours. Events: `job.succeeded`, `job.failed`, `batch.item`, `batch.finished`, `batch.paused`, `batch.waiting`, `batch.resumed`, `batch.expiring`, `schedule.changed`, `schedule.paused`, `schedule.resumed`, `watch.triggered`, `source.degraded`, `points.low`, `records.recalled`, `records.corrected`. All events but `batch.item` if none are named. An address inside a private network is refused. With `format` the events are messages of a chat service, sent to its incoming webhook: without `events`, those that a person may have to act on. Its address is a secret, stored encrypted. */
  create(url: string, events?: Array<"job.succeeded" | "job.failed" | "batch.item" | "batch.finished" | "batch.paused" | "batch.waiting" | "batch.resumed" | "batch.expiring" | "schedule.changed" | "schedule.paused" | "schedule.resumed" | "watch.triggered" | "source.degraded" | "points.low" | "records.recalled" | "records.corrected"> | null, options: EndpointOptions & { idempotencyKey?: string } & { format?: "standard" | "slack" | "teams" | "discord" | "ntfy" } = {}): Promise<WebhookWithSecret> {
    return this.transport.call({ method: "POST", path: `/webhooks`, body: { url, events, format: options.format }, options: ["format"], retry: "idempotency-key" }, options);
  }

  /** Signing secret for webhook URLs named in a job or batch. */
  secret(options: EndpointOptions = {}): Promise<string> {
    return this.transport.call({ method: "GET", path: `/webhooks/secret`, retry: "safe", pick: "secret" }, options);
  }

  /** Deliveries and their attempts, newest first. */
  deliveries(options: EndpointOptions & { webhookId?: string; status?: "pending" | "delivered" | "failed" } = {}): AsyncGenerator<WebhookDelivery, void, undefined> {
    return this.transport.rows({ method: "GET", path: `/webhooks/deliveries`, query: { webhook_id: options.webhookId, status: options.status }, options: ["webhookId","status"], retry: "safe" }, options);
  }

  /** Send a delivery again. */
  replay(id: string, options: EndpointOptions = {}): Promise<WebhookDelivery> {
    return this.transport.call({ method: "POST", path: `/webhooks/deliveries/${part(id)}/replay`, retry: "safe" }, options);
  }

  /** A webhook and, if it fails, since when. */
  get(id: string, options: EndpointOptions = {}): Promise<Webhook> {
    return this.transport.call({ method: "GET", path: `/webhooks/${part(id)}`, retry: "safe" }, options);
  }

  /** Change the events of a webhook. Its address and its secret stay. */
  change(id: string, events?: Array<"job.succeeded" | "job.failed" | "batch.item" | "batch.finished" | "batch.paused" | "batch.waiting" | "batch.resumed" | "batch.expiring" | "schedule.changed" | "schedule.paused" | "schedule.resumed" | "watch.triggered" | "source.degraded" | "points.low" | "records.recalled" | "records.corrected"> | null, options: EndpointOptions = {}): Promise<Webhook> {
    return this.transport.call({ method: "PATCH", path: `/webhooks/${part(id)}`, body: { events }, retry: "safe" }, options);
  }

  /** Delete a webhook. */
  async remove(id: string, options: EndpointOptions = {}): Promise<void> {
    await this.transport.call({ method: "DELETE", path: `/webhooks/${part(id)}`, retry: "safe" }, options);
  }

  /** Enable a disabled webhook. */
  enable(id: string, options: EndpointOptions = {}): Promise<Webhook> {
    return this.transport.call({ method: "POST", path: `/webhooks/${part(id)}/enable`, retry: "safe" }, options);
  }

  /** Send a test event. */
  test(id: string, options: EndpointOptions & { idempotencyKey?: string } = {}): Promise<WebhookDelivery> {
    return this.transport.call({ method: "POST", path: `/webhooks/${part(id)}/test`, retry: "idempotency-key" }, options);
  }

  /** Create a new secret; the old one stays valid for a while. */
  rotate(id: string, overlapSeconds?: number, options: EndpointOptions & { idempotencyKey?: string } = {}): Promise<WebhookWithSecret> {
    return this.transport.call({ method: "POST", path: `/webhooks/${part(id)}/rotate`, body: { overlap_seconds: overlapSeconds }, retry: "idempotency-key" }, options);
  }
}

/** Calls that repeat by cron, and what changed between runs. */
export class SchedulesEndpoints extends EndpointGroup {
  /** Repeat a call by cron and report what changed. `POST /schedules/preview` with the same body returns the cost and the next run times, and saves nothing. */
  create<Op extends string = string>(input: ScheduleInput<Op>, options: EndpointOptions & { idempotencyKey?: string } = {}): Promise<NewSchedule<Op>> {
    return this.transport.call({ method: "POST", path: `/schedules`, body: { operation: input.operation, name: input.name, request: input.request, cron: input.cron, time_zone: input.timeZone, ignore_fields: input.ignoreFields, track: input.track, rules: input.rules, monthly_budget: input.monthlyBudget, webhook: input.webhookUrl, destination: input.destination, tag: input.tag }, retry: "idempotency-key" }, options);
  }

  /** What a schedule can cost, and when it runs. Checks everything and saves nothing. Free. */
  preview<Op extends string = string>(input: ScheduleInput<Op>, options: EndpointOptions = {}): Promise<SchedulePreview> {
    return this.transport.call({ method: "POST", path: `/schedules/preview`, body: { operation: input.operation, name: input.name, request: input.request, cron: input.cron, time_zone: input.timeZone, ignore_fields: input.ignoreFields, track: input.track, rules: input.rules, monthly_budget: input.monthlyBudget, webhook: input.webhookUrl, destination: input.destination, tag: input.tag }, retry: "safe" }, options);
  }

  /** The caller's schedules, newest first. */
  list<Op extends string = string>(options: EndpointOptions = {}): AsyncGenerator<Schedule<Op>, void, undefined> {
    return this.transport.rows({ method: "GET", path: `/schedules`, retry: "safe" }, options);
  }

  /** A schedule with its next and last run. */
  get<Op extends string = string>(id: string, options: EndpointOptions = {}): Promise<Schedule<Op>> {
    return this.transport.call({ method: "GET", path: `/schedules/${part(id)}`, retry: "safe" }, options);
  }

  /** Change a schedule. Omitted fields stay as they are. A new `request` restarts the comparison with its next run. The key of this call pays for the schedule from then on; a change in the dashboard leaves it with its key, unless `take_over` is true. */
  change<Op extends string = string>(id: string, options: EndpointOptions & { name?: string; request?: RequestOf<Op>; cron?: string; timeZone?: string; ignoreFields?: Array<string>; track?: Array<string>; rules?: Array<WatchRuleInput>; monthlyBudget?: number | null; webhookUrl?: string | null; destination?: string | null; tag?: string | null; takeOver?: boolean } = {}): Promise<Schedule<Op>> {
    return this.transport.call({ method: "PATCH", path: `/schedules/${part(id)}`, body: { name: options.name, request: options.request, cron: options.cron, time_zone: options.timeZone, ignore_fields: options.ignoreFields, track: options.track, rules: options.rules, monthly_budget: options.monthlyBudget, webhook: options.webhookUrl, destination: options.destination, tag: options.tag, take_over: options.takeOver }, options: ["name","request","cron","timeZone","ignoreFields","track","rules","monthlyBudget","webhookUrl","destination","tag","takeOver"], retry: "safe" }, options);
  }

  /** Runs of the last 90 days, newest first. With status, cost, records, the number of changes of each kind, and the reason if a run was not compared. */
  runs(id: string, options: EndpointOptions = {}): AsyncGenerator<PastRun, void, undefined> {
    return this.transport.rows({ method: "GET", path: `/schedules/${part(id)}/runs`, retry: "safe" }, options);
  }

  /** Delete a schedule and its changes. */
  async remove(id: string, options: EndpointOptions = {}): Promise<void> {
    await this.transport.call({ method: "DELETE", path: `/schedules/${part(id)}`, retry: "safe" }, options);
  }

  /** Pause a schedule. */
  pause<Op extends string = string>(id: string, options: EndpointOptions = {}): Promise<Schedule<Op>> {
    return this.transport.call({ method: "POST", path: `/schedules/${part(id)}/pause`, retry: "safe" }, options);
  }

  /** Resume a schedule. The key of this call pays for the schedule from then on. */
  resume<Op extends string = string>(id: string, options: EndpointOptions = {}): Promise<Schedule<Op>> {
    return this.transport.call({ method: "POST", path: `/schedules/${part(id)}/resume`, retry: "safe" }, options);
  }

  /** Run a schedule now. With the same `idempotency-key` it runs once. The key of this call pays for the schedule from then on. */
  run<Op extends string = string>(id: string, options: EndpointOptions & { idempotencyKey?: string } = {}): Promise<Schedule<Op>> {
    return this.transport.call({ method: "POST", path: `/schedules/${part(id)}/run`, retry: "idempotency-key" }, options);
  }

  /** Create a new feed URL; the old one stops working. */
  rotateFeed(id: string, options: EndpointOptions = {}): Promise<{ feed_secret: string }> {
    return this.transport.call({ method: "POST", path: `/schedules/${part(id)}/feed`, retry: "safe" }, options);
  }

  /** What changed between runs, newest first. Added, removed and changed records, with old and new values. A truncated list (`results_end` is not `exhausted`) reports `entered` for a record that none of the last runs saw and `left` for one that five runs did not see, and never a removal; a failed run reports nothing. */
  changes<Op extends string = string>(id: string, options: EndpointOptions = {}): AsyncGenerator<ScheduleChange<Op>, void, undefined> {
    return this.transport.rows({ method: "GET", path: `/schedules/${part(id)}/changes`, retry: "safe" }, options);
  }

  /** The tracked fields of a record over time. A point for each run in which a tracked field changed, or the record came or went. A run that failed, or whose values are in doubt (`drift:` warning), adds nothing. How long points are kept depends on the plan. */
  history<Op extends string = string>(id: string, recordId: string, options: EndpointOptions & { from?: string; to?: string } = {}): Promise<RecordHistory<Op>> {
    return this.transport.call({ method: "GET", path: `/schedules/${part(id)}/records/${part(recordId)}/history`, query: { from: options.from, to: options.to }, options: ["from","to"], retry: "safe" }, options);
  }

  /** Records whose tracked field changed most. Listed records with a number in the field, the largest change in percent first. */
  movers<Op extends string = string>(id: string, options: EndpointOptions & { field?: string; from?: string } = {}): Promise<Movers<Op>> {
    return this.transport.call({ method: "GET", path: `/schedules/${part(id)}/movers`, query: { field: options.field, from: options.from }, options: ["field","from"], retry: "safe" }, options);
  }

  /** Rules that fired, newest first. */
  triggers<Op extends string = string>(id: string, options: EndpointOptions = {}): AsyncGenerator<Trigger<Op>, void, undefined> {
    return this.transport.rows({ method: "GET", path: `/schedules/${part(id)}/triggers`, retry: "safe" }, options);
  }
}

/** Results for spreadsheets and notebooks, which have no key. */
export class LinksEndpoints extends EndpointGroup {
  /** Create a link to the records of a job. The link needs no key, expires, and can be deleted. It returns these records and nothing else. */
  ofJob(id: string, options: EndpointOptions & { idempotencyKey?: string } & { format?: "json" | "ndjson" | "csv" | "xlsx" | "parquet"; expiresIn?: number } = {}): Promise<ResultLink> {
    return this.transport.call({ method: "POST", path: `/jobs/${part(id)}/link`, body: { format: options.format, expires_in: options.expiresIn }, options: ["format","expiresIn"], retry: "idempotency-key" }, options);
  }

  /** Create a link to the records of a batch. The link needs no key, expires, and can be deleted. It returns these records and nothing else. */
  ofBatch(id: string, options: EndpointOptions & { idempotencyKey?: string } & { format?: "json" | "ndjson" | "csv" | "xlsx" | "parquet"; expiresIn?: number } = {}): Promise<ResultLink> {
    return this.transport.call({ method: "POST", path: `/batches/${part(id)}/link`, body: { format: options.format, expires_in: options.expiresIn }, options: ["format","expiresIn"], retry: "idempotency-key" }, options);
  }

  /** Create a link to the records of a schedule. The link returns the records of the last successful run, so that a spreadsheet stays current. It needs no key, expires, and can be deleted. */
  ofSchedule(id: string, options: EndpointOptions & { idempotencyKey?: string } & { format?: "json" | "ndjson" | "csv" | "xlsx" | "parquet"; expiresIn?: number } = {}): Promise<ResultLink> {
    return this.transport.call({ method: "POST", path: `/schedules/${part(id)}/link`, body: { format: options.format, expires_in: options.expiresIn }, options: ["format","expiresIn"], retry: "idempotency-key" }, options);
  }

  /** The account's links that have not expired, newest first. */
  list(options: EndpointOptions = {}): AsyncGenerator<ResultLink, void, undefined> {
    return this.transport.rows({ method: "GET", path: `/links`, retry: "safe" }, options);
  }

  /** Delete a link; it stops working. */
  async remove(id: string, options: EndpointOptions = {}): Promise<void> {
    await this.transport.call({ method: "DELETE", path: `/links/${part(id)}`, retry: "safe" }, options);
  }
}

/** Storage to which batches and schedules upload their records. */
export class DestinationsEndpoints extends EndpointGroup {
  /** Add S3-compatible storage for files. A batch or schedule that names it (`destination`) puts its records there when it ends. A failed upload is retried for 24 hours, as webhooks are; if every attempt fails, the owner gets a mail. `GET /webhooks/deliveries` lists the attempts. The secret key is stored encrypted and never shown. Path placeholders: `{kind}`, `{id}`, `{name}`, `{operation}`, `{date}`, `{time}`, `{run}`, `{format}`. */
  create(input: DestinationInput, options: EndpointOptions & { idempotencyKey?: string } = {}): Promise<Destination> {
    return this.transport.call({ method: "POST", path: `/destinations`, body: { name: input.name, endpoint: input.endpoint, region: input.region, bucket: input.bucket, path: input.path, format: input.format, access_key_id: input.accessKeyId, secret_access_key: input.secretAccessKey }, retry: "idempotency-key" }, options);
  }

  /** The account's destinations. */
  list(options: EndpointOptions = {}): Promise<Array<Destination>> {
    return this.transport.call({ method: "GET", path: `/destinations`, retry: "safe" }, options);
  }

  /** Delete a destination; nothing more is uploaded there. */
  async remove(id: string, options: EndpointOptions = {}): Promise<void> {
    await this.transport.call({ method: "DELETE", path: `/destinations/${part(id)}`, retry: "safe" }, options);
  }

  /** Upload a test file. Puts `winnow-test.txt` beside the destination's files, in one attempt. `GET /webhooks/deliveries` has the storage's answer. */
  test(id: string, options: EndpointOptions & { idempotencyKey?: string } = {}): Promise<WebhookDelivery> {
    return this.transport.call({ method: "POST", path: `/destinations/${part(id)}/test`, retry: "idempotency-key" }, options);
  }
}

/** Calls whose records turned out to be wrong. */
export class RecallsEndpoints extends EndpointGroup {
  /** Your calls whose records turned out to be wrong. Newest first. Each call was charged: its points are returned once. A key sees recalls of its sources. Free and not counted in any rate window. */
  list(options: EndpointOptions = {}): AsyncGenerator<Recall, void, undefined> {
    return this.transport.rows({ method: "GET", path: `/recalls`, retry: "safe" }, options);
  }

  /** One recall. Free and not counted in any rate window. */
  get(id: string, options: EndpointOptions = {}): Promise<Recall> {
    return this.transport.call({ method: "GET", path: `/recalls/${part(id)}`, retry: "safe" }, options);
  }

  /** The calls of a recall, with their corrected records. Oldest call first. `corrected` has all records of the call, read again from the kept pages after the repair, or null. Free and not counted in any rate window. */
  records<Op extends string = string>(id: string, options: EndpointOptions & { requestId?: string } = {}): AsyncGenerator<RecalledRequest<Op>, void, undefined> {
    return this.transport.rows({ method: "GET", path: `/recalls/${part(id)}/records`, query: { request_id: options.requestId }, options: ["requestId"], retry: "safe" }, options);
  }
}

/** The caller's keys, limits and history. */
export class TokenEndpoints extends EndpointGroup {
  /** The caller's keys with plan, points, limits and usage. One record for each key of the caller's account; a key for some sources sees only itself. Free and not counted in any rate window. */
  statistic(options: EndpointOptions = {}): Promise<Array<TokenStatistic>> {
    return this.transport.call({ method: "GET", path: `/token/statistic`, retry: "safe" }, options);
  }

  /** The caller's history, newest first. For the next page, send the `x-next-cursor` of the response as `cursor`. Free and not counted in any rate window. */
  requests(options: EndpointOptions & { start?: Date | string; end?: Date | string; tag?: string } = {}): AsyncGenerator<RequestRow, void, undefined> {
    return this.transport.rows({ method: "GET", path: `/token/requests`, query: { start_time: options.start, end_time: options.end, tag: options.tag }, options: ["start","end","tag"], retry: "safe" }, options);
  }

  /** Requests and points by tag. The most expensive tag comes first. A request with several tags counts for each of them; `tag` is null for those without any. Free and not counted in any rate window. */
  tags(options: EndpointOptions & { start?: Date | string; end?: Date | string } = {}): Promise<Array<TagUsage>> {
    return this.transport.call({ method: "GET", path: `/token/tags`, query: { start_time: options.start, end_time: options.end }, options: ["start","end"], retry: "safe" }, options);
  }

  /** Number of requests in the history. Free and not counted in any rate window. */
  countRequests(options: EndpointOptions & { start?: Date | string; end?: Date | string } = {}): Promise<number> {
    return this.transport.call({ method: "GET", path: `/token/requests/count`, query: { start_time: options.start, end_time: options.end }, options: ["start","end"], retry: "safe", pick: "total" }, options);
  }

  /** Where the values of a request's records come from. For each record of the response, in its order, what `?provenance=true` adds: the page, the place on it and the text there. Works for every call, job and line of a batch within a day, because their pages are kept: they are read again. Free and not counted in any rate window. */
  provenance(id: string, options: EndpointOptions = {}): Promise<Array<RecordProvenance>> {
    return this.transport.call({ method: "GET", path: `/token/requests/${part(id)}/provenance`, retry: "safe" }, options);
  }
}

export interface Job<Op extends string = string> extends EndedJob<Op> {
  /** The request, with defaults filled in. */
  request: RequestOf<Op>;
}

export interface JobProgress {
  /** Pages requested so far. */
  pages: number;
  /** Records gathered so far. */
  records: number;
}

export interface JobError {
  /** HTTP status of the same direct call. */
  status: number;
  /** Code from the error catalogue. */
  code: string | null;
  /** A sentence, or the items of a 422. */
  detail: unknown;
}

export interface EndedJob<Op extends string = string> {
  /** Also the id of its request in the history. */
  id: string;
  /** The operation's path. */
  operation: `/api/${Op}`;
  /** Where it is in its life. */
  status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
  /** Progress so far. */
  progress: JobProgress;
  /** Points held while it waits and runs. */
  held: number;
  /** Points charged: 0 unless it succeeded. */
  charged: number;
  /** Attempts so far. A job fails after three workers have died. */
  attempt: number;
  /** When it was submitted. */
  created_at: string;
  /** When its first attempt began. */
  started_at: string | null;
  /** When it ended. */
  ended_at: string | null;
  /** When its records expire (after 7 days). */
  records_until: string | null;
  /** Why it failed. */
  error: JobError | null;
  /** Why there are no more records. */
  results_end: "count" | "exhausted" | "source-limit" | null;
  /** Total number of results that the site reports. */
  results_total: number | null;
  /** How a text in the request was interpreted. */
  resolved: Record<string, string | number> | null;
  /** Warning codes. */
  warnings: Array<string>;
  /** The batch it is an item of. */
  batch_id: string | null;
  /** Its line in the batch, from 1. */
  line: number | null;
  /** The schedule whose run it is. */
  schedule_id: string | null;
}

export interface QualityReport {
  /** Records. */
  records: number;
  /** How many of them repeat an earlier record (of their line). */
  duplicates: number;
  /** Why there are no more records. */
  results_end: "count" | "exhausted" | "source-limit" | null;
  /** Total number of results that the site reports. */
  results_total: number | null;
  /** Warning codes. */
  warnings: Array<string>;
  /** Lines of a batch that failed, were cancelled or are invalid; null for a job. */
  lines_missing: number | null;
  /** The previous run of the same schedule. */
  compared_with: string | null;
  /** Every field of the record but `@type`, in its order. */
  fields: Array<FieldQuality>;
  /** What is unusual, in sentences; empty if nothing is. */
  noticed: Array<string>;
}

export interface FieldQuality {
  /** The record's field. */
  field: string;
  /** Records that have a value in this field. */
  filled: number;
  /** The same as a share of all records. */
  share: number;
  /** The share in the run before; null if there is none to compare with. */
  share_before: number | null;
}

export interface JobStep {
  /** What happened. */
  step: string;
  /** When. */
  at: string;
  /** Milliseconds since it was queued. */
  ms: number;
}

export interface Batch<Op extends string = string> {
  /** The batch's id. */
  id: string;
  /** The operation's path. */
  operation: `/api/${Op}`;
  /** `finished` when every item has ended. */
  status: "running" | "paused" | "finished" | "cancelled";
  /** Why the batch is paused. */
  pause_reason: string | null;
  /** What resumes a paused batch. */
  resumes: string | null;
  /** Set while the source is down: no item fails for that. */
  waiting: BatchWait | null;
  /** Until then items wait for a source that is down; after that they fail. */
  wait_until: string;
  /** Number of items. */
  total: number;
  /** Items by status. */
  items: BatchItems;
  /** Lines that were skipped because they are not valid (`on_invalid`). */
  invalid: number;
  /** Records so far. */
  records: number;
  /** Of these, the ones that have expired, 7 days after their item ended. */
  records_expired: number;
  /** Maximum total cost of all items. */
  cost_at_most: number;
  /** The limit that was given with it. */
  max_cost: number | null;
  /** Points charged so far. */
  charged: number;
  /** Where its records are uploaded when it has finished. */
  destination: string | null;
  /** When it was submitted. */
  created_at: string;
  /** When its last item ended. */
  ended_at: string | null;
}

export interface BatchWait {
  /** What the source answered. */
  reason: string;
  /** Since when it waits. */
  since: string;
  /** When one item is retried; if the source responds, the others continue. */
  next_try_at: string;
}

export interface BatchItems {
  /** Items that are queued. */
  queued: number;
  /** Items that are running. */
  running: number;
  /** Items that are succeeded. */
  succeeded: number;
  /** Items that are failed. */
  failed: number;
  /** Items that are cancelled. */
  cancelled: number;
}

export interface BatchPreview {
  /** Number of items. */
  total: number;
  /** Lines that would be skipped (`on_invalid`). */
  invalid: number;
  /** Maximum total cost of all items. */
  cost_at_most: number;
  /** Points left on the account. */
  points: number;
  /** Whether the points suffice for all items. */
  enough: boolean;
}

export interface BatchFailure<Op extends string = string> {
  /** The item's line, from 1. */
  line: number;
  /** The item's job. */
  job_id: string;
  /** The request, with defaults filled in. */
  request: RequestOf<Op>;
  /** Why it failed. */
  error: JobError;
}

export interface MissingLine {
  /** The line, from 1. */
  line: number;
  /** `invalid`: skipped by `on_invalid`. `expired`: it ended more than 7 days ago. */
  reason: "invalid" | "failed" | "expired";
  /** The line's job; null if it was never run. */
  job_id: string | null;
  /** Records that it had. */
  records: number;
  /** Why it failed. */
  error: JobError;
}

export interface Webhook {
  /** The webhook's id. */
  id: string;
  /** Where events are sent. The address of a chat is a secret: its host and a fingerprint. */
  url: string;
  /** `standard`, or the chat service that gets messages. */
  format: "standard" | "slack" | "teams" | "discord" | "ntfy";
  /** Null for all events but `batch.item`. */
  events: Array<WebhookEvents> | null;
  /** A disabled webhook is sent nothing. */
  status: "active" | "disabled";
  /** Why it is disabled. */
  disabled_reason: string | null;
  /** Since when no delivery has succeeded. */
  failing_since: string | null;
  /** When the previous secret stops signing. */
  previous_secret_until: string | null;
  /** When it was created. */
  created_at: string;
}

export type WebhookEvents =
  | "job.succeeded" | "job.failed" | "batch.item" | "batch.finished" | "batch.paused" | "batch.waiting"
  | "batch.resumed" | "batch.expiring" | "schedule.changed" | "schedule.paused" | "schedule.resumed" | "watch.triggered"
  | "source.degraded" | "points.low" | "records.recalled" | "records.corrected";

export interface WebhookWithSecret extends Webhook {
  /** `whsec_…`, shown only once. */
  secret: string;
}

export type WebhookWithSecretEvents = WebhookEvents;

export interface WebhookDelivery {
  /** `webhook-id`: the same for all tries. */
  id: string;
  /** Null where a job named the address itself; of a file, its destination. */
  webhook_id: string | null;
  /** Where it is sent. */
  url: string;
  /** The event. */
  event: string;
  /** `pending` until the receiver has accepted it or the tries are used up. */
  status: "pending" | "delivered" | "failed";
  /** What was sent. */
  payload: unknown;
  /** The tries so far. */
  attempts: Array<DeliveryAttempt>;
  /** When it is tried again. */
  next_at: string | null;
  /** When the event happened. */
  created_at: string;
}

export interface DeliveryAttempt {
  /** When it was sent. */
  at: string;
  /** The receiver's HTTP status. */
  status: number | null;
  /** Milliseconds until the receiver had answered. */
  ms: number;
  /** Why no response arrived. */
  error: string | null;
  /** First 1,000 characters of the receiver's response. */
  answer: string;
  /** The headers that were sent. */
  headers: Record<string, string>;
}

export interface NewSchedule<Op extends string = string> extends Schedule<Op> {
  /** Opens `/schedules/{id}/feed/{feed_secret}`; shown only once. */
  feed_secret: string;
  /** What it will cost. */
  preview: SchedulePreview;
}

export interface WatchRule {
  /** Null for a rule about the record itself. */
  field: string | null;
  /** `below` and `above` a number; `changes_by_percent` since the rule last fired, `falls_by_percent` from the highest and `rises_by_percent` from the lowest value since then, `falls_by` and `rises_by` the same by an amount; `appears`, `disappears`: a value, or without `field` the record itself; `becomes` a value. */
  when: WatchRuleWhen;
  /** Null for `appears` and `disappears`. */
  value: unknown;
  /** true: it also fires if the condition already holds when it first sees a record, as in the first run. */
  first_run?: boolean;
}

export type WatchRuleWhen =
  | "below" | "above" | "changes_by_percent" | "falls_by_percent" | "rises_by_percent" | "falls_by" | "rises_by"
  | "appears" | "disappears" | "becomes";

export interface ScheduleRun {
  /** The job. */
  id: string;
  /** The job's status. */
  status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
  /** When it was due. */
  at: string;
  /** Whether its records were compared with those of earlier runs. */
  compared: boolean;
  /** Null if it was compared. `pending`: the run, or its comparison, has not ended. `failed`: the run failed or was cancelled. `first_run`: it is the first run of this request, with which later ones are compared. `values_in_doubt`: some values are not what they were and are held back until it is known whether they are right. `no_ids`: none of its records has an id. `not_possible`: its records had expired, or comparing them failed. */
  not_compared_because: "pending" | "failed" | "first_run" | "values_in_doubt" | "no_ids" | "not_possible" | null;
  /** Fields whose values are in doubt, or `answer.records` and the like for the list itself. They are neither compared nor stored, and no rule about them fires, until the doubt is over. */
  held_back: Array<string>;
}

export interface SchedulePreview {
  /** Maximum cost of one run. */
  cost_per_run: number;
  /** Number of runs in the next 30 days. */
  runs_next_30_days: number;
  /** Maximum cost of the runs of the next 30 days. */
  cost_next_30_days: number;
  /** The times of the next runs. */
  next_runs: Array<string>;
}

export interface Schedule<Op extends string = string> {
  /** The schedule's id. */
  id: string;
  /** Its name. */
  name: string;
  /** The operation's path. */
  operation: `/api/${Op}`;
  /** The body of each run, as parsed. */
  request: RequestOf<Op>;
  /** Five fields: minute, hour, day, month, weekday. */
  cron: string;
  /** An IANA time zone, such as `Europe/Amsterdam`. */
  time_zone: string;
  /** Fields whose changes are ignored. */
  ignore_fields: Array<string>;
  /** Fields whose values are kept over time. */
  track: Array<string>;
  /** Each fires `watch.triggered` as it becomes true. */
  rules: Array<WatchRule>;
  /** Points it may spend per calendar month; after that it pauses. */
  monthly_budget: number | null;
  /** URL that gets a webhook when something changed. */
  webhook: string | null;
  /** Where the records of each run are uploaded. */
  destination: string | null;
  /** The tags of each run, separated by commas. */
  tag: string | null;
  /** A paused schedule does not run. */
  status: "active" | "paused";
  /** Why it is paused. */
  pause_reason: string | null;
  /** What resumes a paused schedule. */
  resumes: string | null;
  /** When it runs next; null while it is paused. */
  next_at: string | null;
  /** Maximum cost of one run; null if its operation is gone. */
  cost_per_run: number | null;
  /** Points spent in this calendar month. */
  spent_this_month: number;
  /** The last run; null before the first. */
  last_run: ScheduleRun | null;
  /** When it was created. */
  created_at: string;
}

export interface WatchRuleInput {
  /** Path of the field, such as `price.amount`. */
  field?: string | null;
  /** `below` and `above` a number; `changes_by_percent` since the rule last fired, `falls_by_percent` from the highest and `rises_by_percent` from the lowest value since then, `falls_by` and `rises_by` the same by an amount; `appears`, `disappears`: a value, or without `field` the record itself; `becomes` a value. */
  when: WatchRuleInputWhen;
  /** What the field is compared with; a value of the field's type. */
  value?: unknown;
  /** true: it also fires if the condition already holds when it first sees a record, as in the first run. */
  first_run?: boolean;
}

export type WatchRuleInputWhen = WatchRuleWhen;

export interface ScheduleInput<Op extends string = string> {
  /** The operation, such as `nlretail/products/search`. */
  operation: Op;
  /** A name shown to people. */
  name: string;
  /** The body of each run. */
  request: RequestOf<Op>;
  /** Five fields: minute, hour, day, month, weekday. */
  cron: string;
  /** An IANA time zone. Default "UTC". */
  timeZone?: string;
  /** Fields of the record whose changes are ignored. */
  ignoreFields?: Array<string>;
  /** Fields whose values are kept over time, such as `price.amount`. Those of the rules are tracked as well. */
  track?: Array<string>;
  /** Each fires `watch.triggered` as it becomes true for a record. */
  rules?: Array<WatchRuleInput>;
  /** Points it may spend per calendar month. */
  monthlyBudget?: number | null;
  /** URL that gets a webhook when something changed. */
  webhookUrl?: string | null;
  /** Where the records of each run are uploaded as a file. */
  destination?: string | null;
  /** For usage by tag (`GET /token/tags`): up to 3 tags, separated by commas, each of 1 to 40 letters, digits, dots, underscores, colons and dashes, such as team-a. */
  tag?: string | null;
}

export interface PastRun {
  /** The job. */
  id: string;
  /** The job's status. */
  status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
  /** When it was due. */
  at: string;
  /** When it ended. */
  ended_at: string | null;
  /** Points. */
  charged: number;
  /** Number of its records. */
  records: number;
  /** Why it failed. */
  error: JobError | null;
  /** Whether its records were compared with those of earlier runs. */
  compared: boolean;
  /** Null if it was compared. `pending`: the run, or its comparison, has not ended. `failed`: the run failed or was cancelled. `first_run`: it is the first run of this request, with which later ones are compared. `values_in_doubt`: some values are not what they were and are held back until it is known whether they are right. `no_ids`: none of its records has an id. `not_possible`: its records had expired, or comparing them failed. */
  not_compared_because: "pending" | "failed" | "first_run" | "values_in_doubt" | "no_ids" | "not_possible" | null;
  /** Fields whose values are in doubt, or `answer.records` and the like for the list itself. They are neither compared nor stored, and no rule about them fires, until the doubt is over. */
  held_back: Array<string>;
  /** Null for a run that was not compared, unless its new records are known. */
  changes: ChangeCounts | null;
}

export interface ChangeCounts {
  /** Records that earlier runs did not have. */
  added: number;
  /** Null if the list is in doubt. */
  removed: number | null;
  /** Null if some of its fields were held back. */
  changed: number | null;
  /** For a list truncated at `count`: records that entered it. */
  entered: number;
  /** For such a list: records that were in none of the last five runs. Null if the list is in doubt. */
  left: number | null;
}

export interface ScheduleChange<Op extends string = string> {
  /** Id of this change; later changes have larger numbers. */
  id: string;
  /** What happened to the record. */
  kind: "added" | "removed" | "changed" | "entered" | "left";
  /** The record's id. */
  record_id: string;
  /** The job that found the change. */
  run_id: string;
  /** When the run found it. */
  at: string;
  /** The record that was added or removed, or the record after the change. */
  record: RecordOf<Op> | null;
  /** Old and new value of each changed field. */
  fields: Record<string, FieldChange> | null;
}

export interface FieldChange {
  /** The value before. */
  old: unknown;
  /** The value now. */
  new: unknown;
}

export interface RecordHistory<Op extends string = string> {
  /** The record's id. */
  record_id: string;
  /** As the last run saw it; null if the record is gone. */
  record: RecordOf<Op> | null;
  /** The first run that had the record. */
  first_seen: string;
  /** The last run that had the record. */
  last_seen: string;
  /** Whether the last run had it. */
  listed: boolean;
  /** Oldest first: one for each run in which something changed. */
  points: Array<HistoryPoint>;
}

export interface HistoryPoint {
  /** The run that found these values; they hold until the next point. */
  at: string;
  /** Whether the record was in the list. */
  listed: boolean;
  /** The tracked fields; empty while the record is not listed. */
  values: Record<string, unknown>;
  /** The recall that found wrong values here (`GET /recalls`). The point has the corrected ones, or else those from before. */
  recalled: string | null;
}

export interface Movers<Op extends string = string> {
  /** The field. */
  field: string;
  /** The largest change first. */
  movers: Array<Mover<Op>>;
}

export interface Mover<Op extends string = string> {
  /** The record's id. */
  record_id: string;
  /** As the last run saw it. */
  record: RecordOf<Op> | null;
  /** The value at the start of the time range. */
  old: number;
  /** The last value. */
  new: number;
  /** The change in percent of the old value; null if that is 0. */
  percent: number | null;
}

export interface Trigger<Op extends string = string> {
  /** Its id; later ones have larger numbers. */
  id: string;
  /** The job that found it. */
  run_id: string;
  /** When the run found it. */
  at: string;
  /** The rule that fired. */
  rule: WatchRule;
  /** The record's id. */
  record_id: string;
  /** The previous value; for a percentage the one it is measured from. */
  old: unknown;
  /** The value now. */
  new: unknown;
  /** The record now, or as it last was. */
  record: RecordOf<Op> | null;
}

export interface ResultLink {
  /** The link's id. */
  id: string;
  /** What it opens. */
  kind: "job" | "batch" | "schedule" | "request";
  /** The id of the job, batch, schedule or request. */
  of_id: string;
  /** The format of its file. */
  format: "json" | "ndjson" | "csv" | "xlsx" | "parquet";
  /** Opens without a key, until it expires or is deleted. */
  url: string;
  /** When it was created. */
  created_at: string;
  /** When it stops working. */
  expires_at: string;
  /** How often it was opened. */
  reads: number;
  /** When it was last opened. */
  last_read_at: string | null;
}

export interface Destination {
  /** The destination's id. */
  id: string;
  /** Its name. */
  name: string;
  /** Address of the storage. */
  endpoint: string;
  /** The storage's region. */
  region: string;
  /** The bucket. */
  bucket: string;
  /** Where files go in the bucket, with placeholders. */
  path: string;
  /** The format of the files. */
  format: "json" | "ndjson" | "csv" | "xlsx" | "parquet";
  /** The access key that is used; its secret is never shown. */
  access_key_id: string;
  /** When it was created. */
  created_at: string;
}

export interface DestinationInput {
  /** What you call it, such as Data lake. */
  name: string;
  /** Address of the storage, such as https://s3.example.com. */
  endpoint: string;
  /** Region that requests are signed for. Default "us-east-1". */
  region?: string;
  /** An existing bucket. */
  bucket: string;
  /** Where files go in the bucket. Default "winnow/{operation}/{date}/{kind}-{id}-{time}.{format}". */
  path?: string;
  /** Format of the files. Default "ndjson". */
  format?: "json" | "ndjson" | "csv" | "xlsx" | "parquet";
  /** The ID of a key that may put objects into the bucket. */
  accessKeyId: string;
  /** The secret of that key. */
  secretAccessKey: string;
}

export interface Recall {
  /** `x-recalled` of its requests. */
  id: string;
  /** The operation's path. */
  operation: string;
  /** The field whose values were wrong, or `answer.` and what was wrong with the response. */
  field: string;
  /** What was wrong. */
  reason: string;
  /** The first of your calls with wrong records. */
  from: string;
  /** The last of them. */
  to: string;
  /** Your calls with wrong records. */
  requests: number;
  /** Your calls of that time that could not be checked yet. Make them again and compare; they are paid back only if they turn out to be wrong. */
  unchecked: number;
  /** Points returned to you. */
  points: number;
  /** How many of these calls have corrected records. */
  corrected: number;
  /** When it was made. */
  created_at: string;
  /** The recall was a mistake: the records were right. The points stay yours. */
  withdrawn_at: string | null;
}

export interface RecalledRequest<Op extends string = string> {
  /** The request's id. */
  request_id: string;
  /** Records with wrong values, among those that could be compared. */
  records: number;
  /** Whether its records could be compared. If not, make the call again and compare. */
  checked: boolean;
  /** Points returned for it. */
  points: number;
  /** When its pages were read again; null if they were not. */
  corrected_at: string | null;
  /** All its records, corrected. */
  corrected: Array<RecordOf<Op>> | null;
}

export interface TokenStatistic {
  /** The key's id. */
  id: string;
  /** The account. */
  user: User;
  /** The account's first key. */
  is_primary: boolean;
  /** Points left on the account; the same for all its keys. */
  points: number;
  /** The account's plan. */
  plan: string;
  /** `mcp_only`: the key works for MCP and nothing else. */
  usage_context: "standard" | "mcp_only";
  /** When the key expires; null for never. */
  expires_at: string | null;
  /** When the key was created. */
  created_at: string;
  /** When the key was last used; null for never. */
  last_used_at: string | null;
  /** Requests that the plan allows in ten seconds. */
  ten_second_limit: number;
  /** Requests that the plan allows in a minute. */
  minutely_limit: number;
  /** Requests that the plan allows in an hour. */
  hourly_limit: number;
  /** Requests that the plan allows in a day. */
  daily_limit: number;
  /** Requests that the plan allows in a month. */
  monthly_limit: number;
  /** Requests in the current ten seconds. */
  ten_second_usage: number;
  /** Requests in the current minute. */
  minutely_usage: number;
  /** Requests in the current hour. */
  hourly_usage: number;
  /** Requests on the current day. */
  daily_usage: number;
  /** Requests in the current month. */
  monthly_usage: number;
  /** The key to use by default. */
  is_recommended: boolean;
}

export interface User {
  /** The account's id. */
  id: string;
  /** The id that the dashboard shows. */
  front_id: string;
  /** The name to sign in with: the address. */
  login: string;
  /** `admin` may use the administrator's pages. */
  role: "member" | "admin";
  /** The account's address. */
  email: string;
  /** The person's name; empty if not given. */
  name: string;
  /** When the account was created. */
  created_at: string;
  /** When it was last changed. */
  modified_at: string;
  /** When somebody last signed in to the dashboard. */
  last_login_at: string | null;
  /** Whether the address is confirmed. */
  email_verified: boolean;
}

export interface RequestRow {
  /** The `x-request-id`. */
  id: string;
  /** The path that was called. */
  endpoint: string;
  /** Points charged; 0 unless it succeeded. */
  cost: number;
  /** Whether points were charged. */
  is_paid: boolean;
  /** The account's plan at that time. */
  plan: string;
  /** Points left after it; null while it runs. */
  points_left: number | null;
  /** When it arrived. */
  started_at: string | null;
  /** Seconds. */
  duration: number | null;
  /** The status of its response; null while it runs. */
  response_status_code: number | null;
  /** Why it failed; null if it succeeded. */
  response_error_text: string | null;
  /** Number of records in its response. */
  response_count: number | null;
  /** The tags of `x-tag`. */
  tags: Array<string>;
  /** The request's own time limit, in seconds. */
  timeout: number;
  /** Why there are no more records. */
  results_end: "count" | "exhausted" | "source-limit" | null;
  /** Total number of results that the site reports. */
  results_total: number | null;
  /** How a text in the request was interpreted. */
  resolved: Record<string, string | number> | null;
  /** Warning codes. */
  warnings: Array<string>;
  /** Age of a cached result in seconds; null if it was fetched now. */
  age: number | null;
  /** True if a stand-in gave the records, which are made up; null otherwise. */
  stand_in: boolean | null;
  /** The recall that found wrong values in these records (`GET /recalls`); null if none did. */
  recalled: number | null;
}

export interface TagUsage {
  /** The tag; null for requests without any. */
  tag: string | null;
  /** Number of requests. */
  requests: number;
  /** How many of them succeeded. */
  succeeded: number;
  /** Records in their responses. */
  records: number;
  /** Points charged. */
  points: number;
}

export interface RecordProvenance {
  /** The pages that its values were read from. */
  pages: Array<ProvenancePage>;
  /** By path: `name`, `price.amount`, `images[0]`. Fields without a value are left out. */
  fields: Record<string, FieldProvenance>;
}

export interface ProvenancePage {
  /** The page's number or cursor in its list; null if it has none. */
  number: number | string | null;
  /** The page's address. */
  url: string;
  /** When the site's response arrived. */
  at: string;
}

export interface FieldProvenance {
  /** An index into `pages`; null if the value came from no page. */
  page: number | null;
  /** The path or selector of the field table, relative to the row. */
  locator?: string;
  /** A JSON path, or a selector with `@attribute` for an attribute. */
  place?: string;
  /** Where in the page that JSON is; absent if the page is JSON, or the value is not in JSON. */
  inside?: string;
  /** What the page has there. */
  raw?: string | number | boolean;
  /** The places that the value was computed from, if no single place has it. */
  computed_from?: Array<Place>;
}

export interface Place {
  /** A JSON path, or a selector with `@attribute` for an attribute. */
  place: string;
  /** Where in the page that JSON is; absent if the page is JSON, or the value is not in JSON. */
  inside?: string;
  /** What the page has there. */
  raw: string | number | boolean;
}

export type JobSucceeded<Op extends string = string> = WebhookMessage<"job.succeeded", EndedJob<Op>>;

export type JobFailed<Op extends string = string> = WebhookMessage<"job.failed", EndedJob<Op>>;

export type BatchItem<Op extends string = string> = WebhookMessage<"batch.item", EndedJob<Op>>;

export type BatchFinished<Op extends string = string> = WebhookMessage<"batch.finished", Batch<Op>>;

export type BatchPaused<Op extends string = string> = WebhookMessage<"batch.paused", Batch<Op>>;

export type BatchWaiting<Op extends string = string> = WebhookMessage<"batch.waiting", Batch<Op>>;

export type BatchResumed<Op extends string = string> = WebhookMessage<"batch.resumed", Batch<Op>>;

export type BatchExpiring<Op extends string = string> = WebhookMessage<"batch.expiring", ExpiringBatch<Op>>;

export interface ExpiringBatch<Op extends string = string> extends Batch<Op> {
  /** When it will be cancelled. */
  cancelled_at: string;
}

export type ScheduleChanged = WebhookMessage<"schedule.changed", ChangedSchedule>;

export interface ChangedSchedule extends ChangeCounts {
  /** The schedule. */
  schedule_id: string;
  /** The schedule's name. */
  name: string;
  /** The job. */
  run_id: string;
  /** Whether its records were compared with those of earlier runs. */
  compared: boolean;
  /** Null if it was compared. `pending`: the run, or its comparison, has not ended. `failed`: the run failed or was cancelled. `first_run`: it is the first run of this request, with which later ones are compared. `values_in_doubt`: some values are not what they were and are held back until it is known whether they are right. `no_ids`: none of its records has an id. `not_possible`: its records had expired, or comparing them failed. */
  not_compared_because: "pending" | "failed" | "first_run" | "values_in_doubt" | "no_ids" | "not_possible" | null;
  /** Fields whose values are in doubt, or `answer.records` and the like for the list itself. They are neither compared nor stored, and no rule about them fires, until the doubt is over. */
  held_back: Array<string>;
  /** The first of them; `GET /schedules/{id}/changes` has all. */
  changes: Array<PublishedChange>;
}

export interface PublishedChange {
  /** The record's id. */
  record_id: string;
  /** What happened to the record. */
  kind: "added" | "removed" | "changed" | "entered" | "left";
  /** The record that was added or removed, or the record after the change. */
  record: Record<string, unknown>;
  /** Old and new value of each changed field. */
  fields?: Record<string, unknown>;
}

export type SchedulePaused<Op extends string = string> = WebhookMessage<"schedule.paused", Schedule<Op>>;

export type ScheduleResumed<Op extends string = string> = WebhookMessage<"schedule.resumed", Schedule<Op>>;

export type WatchTriggered = WebhookMessage<"watch.triggered", FiredRule>;

export interface FiredRule {
  /** The schedule. */
  schedule_id: string;
  /** The schedule's name. */
  name: string;
  /** The job. */
  run_id: string;
  /** When the run found it. */
  at: string;
  /** The rule that fired. */
  rule: WatchRule;
  /** The record's id. */
  record_id: string;
  /** The previous value; for a percentage the one it is measured from. */
  old: unknown;
  /** The value now. */
  new: unknown;
  /** The record now, or as it last was. */
  record: Record<string, unknown> | null;
  /** The record's history in the dashboard; null if PUBLIC_URL is not set. */
  link: string | null;
}

export type SourceDegraded = WebhookMessage<"source.degraded", DegradedSource>;

export interface DegradedSource {
  /** The source's name. */
  source: string;
  /** The operation's path. */
  operation: string;
  /** What was seen. */
  reason: string;
  /** When it began. */
  since: string;
}

export type PointsLow = WebhookMessage<"points.low", LowPoints>;

export interface LowPoints {
  /** Points left. */
  points: number;
  /** Share of the points that is used. */
  used_percent: number;
  /** The points that this is a share of. */
  of: number;
}

export type RecordsRecalled = WebhookMessage<"records.recalled", Recall>;

export type RecordsCorrected = WebhookMessage<"records.corrected", Recall>;

export type WebhookTest = WebhookMessage<"webhook.test", TestedWebhook>;

export interface TestedWebhook {
  /** The webhook that was tested. */
  webhook_id: string;
}

export interface WebhookMessage<Type extends string, Data> {
  type: Type;
  /** When it happened. */
  timestamp: string;
  data: Data;
}

/** What a webhook is sent. */
export type WebhookPayload =
  | JobSucceeded | JobFailed | BatchItem | BatchFinished | BatchPaused | BatchWaiting | BatchResumed | BatchExpiring
  | ScheduleChanged | SchedulePaused | ScheduleResumed | WatchTriggered | SourceDegraded | PointsLow | RecordsRecalled
  | RecordsCorrected | WebhookTest;
