import type { Caller } from "../../accounts/types.ts";
import type { CallOptions } from "../../contract/call-options.ts";
import type { Page } from "../../contract/endpoint.ts";
import type { Entry } from "../../service/registry.ts";
import type { PageQuery } from "../../store/pager.ts";
import type { Payer, WorkOwner } from "../types.ts";
import type { Mover, RecordHistory, TrackedRecord, Trigger, WatchRule } from "../watches/watch-views.ts";
import type { ChangeView, PastRun, SchedulePreview, ScheduleView } from "../work-views.ts";

export interface ScheduleSubmission {
  entry: Entry;
  caller: Caller;
  name: string;
  request: Record<string, unknown>;
  /** Five fields: minute, hour, day, month, weekday. */
  cron: string;
  timeZone: string;
  ignoreFields: string[];
  /** Fields whose values are kept over time, those of the rules included. */
  track: string[];
  rules: WatchRule[];
  monthlyBudget: number | null;
  webhook: string | null;
  /** Where the records of each run are uploaded. */
  destination?: string | null;
  /** Of each run. */
  options: CallOptions;
  /** The same key creates the schedule only once. */
  idempotencyKey?: string | null;
}

/** Start and end in milliseconds; null for unbounded. */
export interface HistorySpan {
  from: number | null;
  to: number | null;
}

/** The last changes and the last runs, newest first. */
export interface ScheduleFeed {
  schedule: ScheduleView;
  changes: ChangeView[];
  runs: PastRun[];
}

export interface SchedulesApi {
  preview(submission: ScheduleSubmission): SchedulePreview;
  /** Includes the secret of its feed, shown only this once. */
  create(submission: ScheduleSubmission): Promise<ScheduleView & { feed_secret: string }>;
  find(owner: WorkOwner, id: string): Promise<ScheduleView | null>;
  list(owner: WorkOwner, page: PageQuery): Promise<Page<ScheduleView>>;
  /** Changes the submitted values; a new request restarts the comparison. */
  change(
    owner: WorkOwner,
    id: string,
    submission: Omit<ScheduleSubmission, "caller">,
    payer: Payer,
  ): Promise<ScheduleView | null>;
  /** Its runs of the last 90 days, newest first. */
  runs(schedule: ScheduleView, page: PageQuery): Promise<Page<PastRun>>;
  pause(owner: WorkOwner, id: string): Promise<ScheduleView | null>;
  resume(owner: WorkOwner, id: string, payer: Payer): Promise<ScheduleView | null>;
  /** Starts a run outside its times; the same key starts one run. */
  runNow(owner: WorkOwner, id: string, payer: Payer, idempotencyKey?: string | null): Promise<ScheduleView | null>;
  remove(owner: WorkOwner, id: string): Promise<ScheduleView | null>;
  /** Creates a new secret of the feed; the old address stops working. */
  rotateFeed(owner: WorkOwner, id: string): Promise<{ feed_secret: string } | null>;
  changes(schedule: ScheduleView, page: PageQuery): Promise<Page<ChangeView>>;
  /** A record's values over time; null if the schedule has never seen it. */
  history(schedule: ScheduleView, recordId: string, span: HistorySpan): Promise<RecordHistory | null>;
  /** The records whose field has changed most since a time, the largest change first. */
  movers(schedule: ScheduleView, field: string, span: { from: number; limit: number }): Promise<Mover[]>;
  /** The listed records in their order, with what their field was since a time. */
  tracked(
    schedule: ScheduleView,
    field: string,
    span: { from: number; limit: number },
  ): Promise<{ total: number; records: TrackedRecord[] }>;
  /** The rules that fired, newest first. */
  triggers(schedule: ScheduleView, page: PageQuery): Promise<Page<Trigger>>;
  /** By the feed's own secret, without a key. */
  feed(id: string, secret: string): Promise<ScheduleFeed | null>;
}
