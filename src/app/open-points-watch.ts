import type { Transaction } from "kysely";
import { mailOwner } from "../accounts/account-row.ts";
import type { Clock } from "../base/clock.ts";
import type { OpenJobs } from "../jobs/open-jobs.ts";
import { readPointsLevels } from "../metering/alert-settings.ts";
import { createPointsWatch, type PointsNotice } from "../metering/points-watch.ts";
import type { Store } from "../store/open-store.ts";
import type { Schema } from "../store/schema.ts";

interface Given {
  store: Store;
  clock: Clock;
  log: { error(details: object, message: string): void };
}

/** Notifies the owner of an account of low points, by mail and by the account's webhooks. */
export function openPointsWatch({ store, clock, log }: Given) {
  let jobs: Pick<OpenJobs, "publish"> | null = null;

  async function notify({ accountId, used, points, of }: PointsNotice): Promise<void> {
    const subject = `${accountId} ${used} ${clock.now()}`;
    await jobs?.publish({ event: "points.low", accountId, subject, data: { points, used_percent: used, of } });
  }

  async function mail(trx: Transaction<Schema>, { accountId, used, points, of }: PointsNotice): Promise<void> {
    if (!(await readPointsLevels(trx, accountId)).includes(used)) return;
    const left = `${points} of ${of} points are left`;
    const [subject, text] =
      used === 100
        ? ["Your points are used up", `${left}: too few for further calls. They answer 403 until points are added.`]
        : [`${used} % of your points are used`, `${left}.`];
    await mailOwner(trx, accountId, subject, text, clock.now());
  }

  const watch = createPointsWatch({
    db: store.db,
    clock,
    mail,
    notify,
    onError: (error) => log.error({ err: error }, "low points could not be checked"),
  });
  return {
    ...watch,
    /** Starts once webhooks can be sent. */
    start(by: Pick<OpenJobs, "publish">): void {
      jobs = by;
      watch.start();
    },
    [Symbol.asyncDispose]: () => watch.close(),
  };
}
