import { createHash, randomBytes } from "node:crypto";
import { storedOptions } from "../../contract/call-options.ts";
import { invalidValue, WinnowError } from "../../contract/errors.ts";
import { usedWithAnother } from "../../contract/used-key.ts";
import type { Store } from "../../store/open-store.ts";
import type { Destinations } from "../destinations/destinations.ts";
import { insertBounded } from "../insert-bounded.ts";
import { keyedId } from "../keyed-id.ts";
import type { Uses } from "../parts.ts";
import { refuseUnkept } from "../payer.ts";
import type { ScheduleView } from "../work-views.ts";
import type { ScheduleRow } from "./changes-found.ts";
import { nextTimes } from "./times.ts";
import type { ScheduleSubmission } from "./types.ts";

const newSecret = (): string => randomBytes(24).toString("base64url");

export const hashSecret = (secret: string): string => createHash("sha256").update(secret).digest("hex");

interface ColumnsDeps extends Uses<"clock" | "service" | "addresses"> {
  destinations: Destinations;
}

/** Converts a submission to the columns of a schedule. Rejects schedules that could never run. */
export const scheduleColumns =
  ({ clock, service, addresses, destinations }: ColumnsDeps) =>
  async (submission: Omit<ScheduleSubmission, "caller">, accountId: string) => {
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
  };

/** Such a schedule would pause before its first run every month. */
function refuseSmallBudget(budget: number | null, cost: number): void {
  if (budget === null || budget >= cost) return;
  const msg = `one run can cost ${cost} points, which is more than the budget of a month`;
  throw invalidValue(["body", "monthly_budget"], msg, budget);
}

interface MakerDeps extends ColumnsDeps {
  db: Store["db"];
  viewOf(row: ScheduleRow): Promise<ScheduleView>;
}

/** Creates schedules. A call repeated with its Idempotency-Key returns the schedule it created. */
export function createMaker(deps: MakerDeps) {
  const { db, clock, viewOf } = deps;
  const columnsOf = scheduleColumns(deps);

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

  return create;
}

/** Gives the feed a new secret; the old address stops working. */
export async function rotateFeed(
  db: Store["db"],
  feed_by: string | null,
  id: string,
): Promise<{ feed_secret: string }> {
  const secret = newSecret();
  const feed_hash = hashSecret(secret);
  await db.updateTable("schedules").set({ feed_hash, feed_by }).where("id", "=", id).execute();
  return { feed_secret: secret };
}
