import type { Caller } from "../../accounts/types.ts";
import type { CallOptions } from "../../contract/call-options.ts";
import type { Entry } from "../../service/registry.ts";
import type { Row } from "../../store/schema.ts";
import type { WatchRule } from "../watches/watch-views.ts";
import type { ChangeView, PastRun, ScheduleView } from "../work-views.ts";

export type ScheduleRow = Row<"schedules">;

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
