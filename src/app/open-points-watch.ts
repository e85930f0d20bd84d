import { readConfirmedAddress } from "../accounts/account-row.ts";
import type { Mailer } from "../auth/mailer.ts";
import type { Clock } from "../base/clock.ts";
import type { OpenJobs } from "../jobs/open-jobs.ts";
import { readPointsLevels } from "../metering/alert-settings.ts";
import { createPointsWatch, type PointsNotice } from "../metering/points-watch.ts";
import type { Store } from "../store/open-store.ts";

interface Given {
  store: Store;
  clock: Clock;
  mailer: Mailer;
  log: { error(details: object, message: string): void };
}

/** Notifies the owner of an account of low points, by mail and by the account's webhooks. */
export function openPointsWatch({ store, clock, mailer, log }: Given) {
  let jobs: Pick<OpenJobs, "publish"> | null = null;

  async function notify({ accountId, used, points, of }: PointsNotice): Promise<void> {
    const subject = `${accountId} ${used} ${clock.now()}`;
    await jobs?.publish({ event: "points.low", accountId, subject, data: { points, used_percent: used, of } });
    const to = await readConfirmedAddress(store.db, accountId);
    const wanted = to && (await readPointsLevels(store.db, accountId)).includes(used);
    if (wanted) await mailer.send({ to, ...mailOf(used, points, of), link: null });
  }

  const watch = createPointsWatch({
    db: store.db,
    clock,
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

const mailOf = (used: number, points: number, of: number): { subject: string; text: string } =>
  used === 100
    ? {
        subject: "Your points are used up",
        text: `${points} of ${of} points are left: too few for further calls. They answer 403 until points are added.`,
      }
    : {
        subject: `${used} % of your points are used`,
        text: `${points} of ${of} points are left.`,
      };
