import { createHash, randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import { whileMember } from "../../accounts/members.ts";
import { iso } from "../../base/iso.ts";
import { storedOptions } from "../../contract/call-options.ts";
import { invalidValue, WinnowError } from "../../contract/errors.ts";
import { usedWithAnother } from "../../contract/used-key.ts";
import { type PageQuery, pager } from "../../store/pager.ts";
import type { Row, Schema } from "../../store/schema.ts";
import { PAUSED_BY_OWNER } from "../../words/pauses.ts";
import type { Destinations } from "../destinations/destinations.ts";
import { insertBounded } from "../insert-bounded.ts";
import { mayRead } from "../job-list.ts";
import type { JobRow } from "../job-store.ts";
import { toView } from "../job-view.ts";
import { keyedId } from "../keyed-id.ts";
import type { Uses } from "../parts.ts";
import { paused } from "../pauses.ts";
import { refuseUnkept } from "../payer.ts";
import { inTheirName, type Payer, type WorkOwner } from "../types.ts";
import { createWatchHistory } from "../watches/watch-history.ts";
import { forgetWatch } from "../watches/watch-retention.ts";
import type { ChangeView, PastRun, SchedulePreview, ScheduleView } from "../work-views.ts";
import { readComparison } from "./comparison.ts";
import { type createScheduleRuns, resumed } from "./schedule-runs.ts";
import type { ScheduleViews } from "./schedule-view.ts";
import { nextTimes } from "./times.ts";
import type { ScheduleFeed, ScheduleRow, ScheduleSubmission } from "./types.ts";

const newestRuns = pager("runs", { created_at: "number", id: "text" });
const newestSchedules = pager("schedules", { created_at: "number", id: "text" });

interface SchedulesDeps extends Uses<"store" | "service" | "clock" | "addresses" | "plans" | "payerAfter"> {
  destinations: Destinations;
  runs: ReturnType<typeof createScheduleRuns>;
  views: ScheduleViews;
  /** Starts due runs soon. */
  wake(): void;
}

const FEED_ENTRIES = 100;

export type SchedulesApi = ReturnType<typeof createSchedules>;

export function createSchedules(deps: SchedulesDeps) {
  const { service, clock, runs, wake, payerAfter } = deps;
  const { db } = deps.store;
  const { viewOf, costOf } = deps.views;
  const { columnsOf, create } = createMaker(deps);

  async function findRow(owner: WorkOwner, id: string): Promise<ScheduleRow | null> {
    const row = await db.selectFrom("schedules").where("id", "=", id).selectAll().executeTakeFirst();
    return row && mayRead(owner, row) ? row : null;
  }

  /** The change of an owner. Whoever changes what runs pays for it from then on; stopping it needs no payer. */
  const change =
    (values: (row: ScheduleRow) => Partial<ScheduleRow> | Promise<Partial<ScheduleRow>>) =>
    async (owner: WorkOwner, id: string, payer?: Payer): Promise<ScheduleView | null> => {
      const row = await findRow(owner, id);
      if (!row) return null;
      const set = await values(row);
      if (payer) set.key_id = await payerAfter(row, payer, costOf({ ...row, ...set }) ?? 0);
      // Whoever names another place answers for where it leads.
      const leads =
        set.webhook !== undefined && (set.webhook !== row.webhook || set.destination_id !== row.destination_id);
      if (leads) set.set_by = owner.key.person_id;
      const changed = await whileMember(db, { ...inTheirName(owner), needs: "work" }, (trx) =>
        trx.updateTable("schedules").set(set).where("id", "=", id).returningAll().executeTakeFirst(),
      );
      wake();
      return changed ? viewOf(changed) : null;
    };

  const runsOf = ({ id }: Pick<ScheduleView, "id">, page: PageQuery) =>
    newestRuns.page(db.selectFrom("jobs").where("schedule_id", "=", id).selectAll(), page, toPastRun);

  function preview({ entry, request, cron, timeZone }: ScheduleSubmission): SchedulePreview {
    const times = nextTimes(cron, timeZone);
    const cost = service.costOf(entry, request);
    const month = times.inMonth(clock.now());
    const next: string[] = [];
    for (let at = times.next(clock.now()); at !== null && next.length < 5; at = times.next(at)) {
      next.push(new Date(at).toISOString());
    }
    return { cost_per_run: cost, runs_next_30_days: month, cost_next_30_days: cost * month, next_runs: next };
  }

  return {
    preview,
    /** Includes the secret of its feed, shown only this once. */
    create,
    async find(owner: WorkOwner, id: string) {
      const row = await findRow(owner, id);
      return row && viewOf(row);
    },
    /** Changes the submitted values; a new request restarts the comparison. */
    change: (owner: WorkOwner, id: string, submission: Omit<ScheduleSubmission, "caller">, payer: Payer) =>
      change(async (row) => {
        const { next_at, ...columns } = await columnsOf(submission, row.account_id);
        return {
          ...columns,
          watch_fields: JSON.stringify(fieldsAfter(row, submission.track)),
          // Earlier results of another request say nothing about this one.
          ...(columns.params !== row.params && { snapshot: null, snapshot_run: null, watched_at: null }),
          ...(row.status === "active" && { next_at }),
        };
      })(owner, id, payer),
    /** Its runs of the last 90 days, newest first. */
    runs: runsOf,
    pause: change(() => ({ ...paused(PAUSED_BY_OWNER), next_at: null })),
    resume: (owner: WorkOwner, id: string, payer: Payer) =>
      change((row) => resumed(row, clock.now()))(owner, id, payer),
    /** Starts a run outside its times; the same key starts one run. */
    async runNow(owner: WorkOwner, id: string, payer: Payer, idempotencyKey: string | null = null) {
      const row = await findRow(owner, id);
      if (!row) return null;
      refusePaused(row);
      await change(() => ({}))(owner, id, payer);
      const paid = await findRow(owner, id);
      if (!paid) return null;
      refusePaused(paid);
      await runs.startNow(paid, keyedId("run", id, idempotencyKey));
      wake();
      const after = await findRow(owner, id);
      return after && viewOf(after);
    },
    async remove(owner: WorkOwner, id: string) {
      const row = await findRow(owner, id);
      if (!row) return null;
      const view = await viewOf(row);
      await db.transaction().execute(async (trx) => {
        await trx.deleteFrom("schedules").where("id", "=", id).execute();
        await trx.deleteFrom("schedule_changes").where("schedule_id", "=", id).execute();
        await forgetWatch(trx, row.account_id, id);
      });
      return view;
    },
    /** Creates a new secret of the feed; the old address stops working. */
    async rotateFeed(owner: WorkOwner, id: string) {
      if (!(await findRow(owner, id))) return null;
      return whileMember(db, { ...inTheirName(owner), needs: "work" }, (trx) =>
        rotateFeed(trx, owner.key.person_id, id),
      );
    },
    async list({ key, account }: WorkOwner, page: PageQuery) {
      let query = db.selectFrom("schedules").where("account_id", "=", account.id);
      if (key.sources !== null) query = query.where("key_id", "=", key.id);
      return newestSchedules.page(query.selectAll(), page, viewOf);
    },
    changes: (schedule: ScheduleView, page: PageQuery) => readChanges(db, schedule, page),
    ...createWatchHistory({ db, clock, plans: deps.plans }),
    /** By the feed's own secret, without a key. */
    async feed(id: string, secret: string): Promise<ScheduleFeed | null> {
      const row = await db
        .selectFrom("schedules")
        .where("id", "=", id)
        .where("feed_hash", "=", hashSecret(secret))
        .selectAll()
        .executeTakeFirst();
      if (!row) return null;
      const page = { limit: FEED_ENTRIES, cursor: null };
      const [changes, ended] = [await readChanges(db, row, page), await runsOf(row, page)];
      return { schedule: await viewOf(row), changes: changes.rows, runs: ended.rows };
    },
  };
}

/** Creates schedules. A call repeated with its Idempotency-Key returns the schedule it created. */
function createMaker({ store: { db }, clock, service, addresses, destinations, views: { viewOf } }: SchedulesDeps) {
  /** The columns of a schedule. Rejects one that could never run. */
  async function columnsOf(submission: Omit<ScheduleSubmission, "caller">, accountId: string) {
    const { entry, name, request, cron, timeZone, monthlyBudget, webhook } = submission;
    const next_at = nextTimes(cron, timeZone).next(clock.now());
    if (next_at === null) throw new WinnowError("bad_request", "This cron expression never comes due.");
    refuseSmallBudget(monthlyBudget, service.costOf(entry, request));
    return {
      name,
      params: JSON.stringify(request),
      cron,
      time_zone: timeZone,
      monthly_budget: monthlyBudget,
      next_at,
      ignore_fields: JSON.stringify(submission.ignoreFields),
      webhook: webhook ? addresses.check(webhook) : null,
      track: JSON.stringify(submission.track),
      rules: JSON.stringify(submission.rules),
      options: storedOptions(submission.options),
      destination_id: await destinations.check(accountId, submission.destination),
    };
  }

  async function create(submission: ScheduleSubmission) {
    const { entry, caller } = submission;
    refuseUnkept(caller);
    const secret = newSecret();
    const row: ScheduleRow = {
      id: keyedId("schedule", caller.account.id, submission.idempotencyKey ?? null),
      account_id: caller.account.id,
      key_id: caller.key.id,
      source: entry.source.name,
      endpoint: entry.operation.path,
      ...(await columnsOf(submission, caller.account.id)),
      watch_fields: JSON.stringify(submission.track),
      watched_at: null,
      feed_hash: hashSecret(secret),
      status: "active",
      pause_reason: null,
      pause_kind: null,
      snapshot: null,
      snapshot_run: null,
      created_at: clock.now(),
      set_by: caller.key.person_id,
      feed_by: caller.key.person_id,
    };
    if (!(await insertBounded(db, "schedules", row, caller.key.person_id))) return again(row);
    return { ...(await viewOf(row)), feed_secret: secret };
  }

  /** Returns the schedule of an earlier call whose response was lost, with a new secret: the old one is not stored. */
  async function again(submitted: ScheduleRow) {
    const stored = db.selectFrom("schedules").where("id", "=", submitted.id).selectAll();
    const earlier = await stored.executeTakeFirstOrThrow();
    const said = ({ name, endpoint, params, cron, time_zone, ignore_fields, webhook, track, rules }: ScheduleRow) =>
      JSON.stringify([name, endpoint, params, cron, time_zone, ignore_fields, webhook, track, rules]);
    if (said(earlier) !== said(submitted)) throw new WinnowError("idempotency_mismatch", usedWithAnother("body"));
    return { ...(await viewOf(earlier)), ...(await rotateFeed(db, submitted.feed_by, earlier.id)) };
  }

  return { columnsOf, create };
}

const newSecret = (): string => randomBytes(24).toString("base64url");

const hashSecret = (secret: string): string => createHash("sha256").update(secret).digest("hex");

/** Such a schedule would pause before its first run every month. */
function refuseSmallBudget(budget: number | null, cost: number): void {
  if (budget === null || budget >= cost) return;
  const msg = `one run can cost ${cost} points, which is more than the budget of a month`;
  throw invalidValue(["body", "monthly_budget"], msg, budget);
}

/** Gives the feed a new secret; the old address stops working. */
async function rotateFeed(db: Kysely<Schema>, feed_by: string | null, id: string): Promise<{ feed_secret: string }> {
  const secret = newSecret();
  const feed_hash = hashSecret(secret);
  await db.updateTable("schedules").set({ feed_hash, feed_by }).where("id", "=", id).execute();
  return { feed_secret: secret };
}

function refusePaused({ status, pause_reason }: ScheduleRow): void {
  if (status === "active") return;
  throw new WinnowError("bad_request", `This schedule is paused, so it does not run: ${pause_reason} Resume it first.`);
}

/** A field tracked again gets a new position, because its values in between are unknown. */
function fieldsAfter(row: ScheduleRow, track: string[]): string[] {
  const before: string[] = JSON.parse(row.track);
  return [...JSON.parse(row.watch_fields), ...track.filter((path) => !before.includes(path))];
}

function toPastRun(job: JobRow): PastRun {
  const { id, status, created_at, ended_at, charged, error, progress } = toView(job);
  return { id, status, at: created_at, ended_at, charged, records: progress.records, error, ...readComparison(job) };
}

const newestChanges = pager("schedule_changes", { no: "number" });

/** One page of a schedule's changes, newest first. */
const readChanges = (db: Kysely<Schema>, { id }: Pick<ScheduleView, "id">, page: PageQuery) =>
  newestChanges.page(db.selectFrom("schedule_changes").where("schedule_id", "=", id).selectAll(), page, changeOf);

function changeOf({ no, kind, record_id, run_id, at, change }: Row<"schedule_changes">): ChangeView {
  const { record = null, fields = null }: Partial<ChangeView> = JSON.parse(change);
  return { id: String(no), kind, record_id, run_id, at: iso(at), record, fields };
}
