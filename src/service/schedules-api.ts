import type { KeyHolder } from "../accounts/types.ts";
import type { PageQuery, WorkOwner } from "./jobs-api.ts";
import type { Entry } from "./registry.ts";
import type { ChangeView, PastRun, SchedulePreview, ScheduleView } from "./work-views.ts";

export interface ScheduleWish {
  entry: Entry;
  holder: KeyHolder;
  name: string;
  request: Record<string, unknown>;
  /** Five fields: minute, hour, day, month, weekday. */
  cron: string;
  timeZone: string;
  ignoreFields: string[];
  monthlyBudget: number | null;
  webhook: string | null;
  /** The same key makes the same schedule, once. */
  idempotencyKey?: string | null;
}

export interface SchedulesApi {
  preview(wish: ScheduleWish): SchedulePreview;
  /** With the secret of its feed, shown this once. */
  create(wish: ScheduleWish): Promise<ScheduleView & { feed_secret: string }>;
  find(owner: WorkOwner, id: string): Promise<ScheduleView | null>;
  list(owner: WorkOwner, page: PageQuery): Promise<{ rows: ScheduleView[]; next_cursor: string | null }>;
  /** Changes what was wished for; a new request begins to compare anew. With a holder, the schedule runs with that key. */
  change(
    owner: WorkOwner,
    id: string,
    wish: Omit<ScheduleWish, "holder">,
    taker: KeyHolder | null,
  ): Promise<ScheduleView | null>;
  /** Its runs of the last 90 days, newest first. */
  runs(schedule: ScheduleView, page: PageQuery): Promise<{ rows: PastRun[]; next_cursor: string | null }>;
  pause(owner: WorkOwner, id: string): Promise<ScheduleView | null>;
  resume(owner: WorkOwner, id: string): Promise<ScheduleView | null>;
  /** A run besides its times; the same key starts one run. */
  runNow(owner: WorkOwner, id: string, idempotencyKey?: string | null): Promise<ScheduleView | null>;
  remove(owner: WorkOwner, id: string): Promise<ScheduleView | null>;
  /** A new secret of the feed; the old address ends. */
  rotateFeed(owner: WorkOwner, id: string): Promise<{ feed_secret: string } | null>;
  changes(schedule: ScheduleView, page: PageQuery): Promise<{ rows: ChangeView[]; next_cursor: string | null }>;
  /** By the feed's own secret, without a key. */
  feed(id: string, secret: string): Promise<{ schedule: ScheduleView; changes: ChangeView[] } | null>;
}
