import { statfs } from "node:fs/promises";
import { isIP } from "node:net";
import { connect } from "node:tls";
import type { Kysely } from "kysely";
import type { Clock } from "../base/clock.ts";
import { periodicTask } from "../base/periodic-task.ts";
import type { Engine, SourceHealth } from "../extraction/types.ts";
import type { Schema } from "../store/schema.ts";
import type { Alerts, Condition } from "./alerts.ts";

const GIB = 1024 ** 3;
const MIN_FREE_BYTES = GIB;
const MIN_FREE_SHARE = 0.05;
const LATE_JOB_MS = 5 * 60_000;
const CERTIFICATE_DAYS = 14;
const DAY_MS = 86_400_000;

/** Conditions checked together: a process reports on its own machine and on what all share. */
export interface Check {
  scope: string;
  look(): Promise<Condition[]>;
}

/** In bytes, of the disk of a folder. */
export async function diskSpace(folder: string): Promise<{ free: number; size: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}

/** A check of one condition: why it holds, or null. */
const oneCheck = (
  scope: string,
  { what, type, subject }: { what: string; type: string; subject: string },
  why: () => Promise<string | null>,
): Check => ({
  scope,
  async look() {
    const reason = await why();
    return reason === null ? [] : [{ about: `${scope}|${what}`, type, subject, reason }];
  },
});

export const diskCheck = (folder: string, host: string): Check =>
  oneCheck(`disk@${host}`, { what: "free", type: "disk.low", subject: `Disk of ${host} is nearly full` }, async () => {
    const { free, size } = await diskSpace(folder);
    if (free >= MIN_FREE_BYTES && free / size >= MIN_FREE_SHARE) return null;
    return `${(free / GIB).toFixed(1)} GiB (${((free / size) * 100).toFixed(1)} %) are free on ${host}.`;
  });

/** How long the oldest runnable job has been waiting. */
export async function oldestJobMs(db: Kysely<Schema>, now: () => number): Promise<number> {
  const row = await db
    .selectFrom("jobs")
    .where("status", "=", "queued")
    .select(({ fn }) => fn.min<number>("run_after").as("oldest"))
    .executeTakeFirst();
  return row?.oldest == null ? 0 : now() - row.oldest;
}

export const queueCheck = (db: Kysely<Schema>, now: () => number): Check =>
  oneCheck("queue", { what: "late", type: "queue.late", subject: "Jobs are late" }, async () => {
    const late = await oldestJobMs(db, now);
    if (late < LATE_JOB_MS) return null;
    return `The oldest runnable job has waited for ${Math.round(late / 60_000)} minutes. Start more workers, or check the source.`;
  });

export const mailCheck = (failingSince: () => number | null, host: string): Check =>
  oneCheck(`mail@${host}`, { what: "failing", type: "mail.failing", subject: "Mails cannot be sent" }, async () => {
    const since = failingSince();
    if (since === null) return null;
    return `${host} has sent no mail since ${new Date(since).toISOString()}: check SMTP_URL and the log.`;
  });

/** A check of each source, with what is wrong with it. */
const sourcesCheck = (
  { health }: Pick<Engine, "health">,
  scope: string,
  type: string,
  wrong: (source: SourceHealth) => Pick<Condition, "subject" | "reason"> | null,
): Check => ({
  scope,
  look: async () =>
    health().flatMap((one) => {
      const found = wrong(one);
      return found ? [{ about: `${scope}|${one.source}`, type, ...found, details: { source: one.source } }] : [];
    }),
});

/** A source whose routes are all cooling down after blocks. */
export const routesCheck = (engine: Pick<Engine, "health">, host: string): Check =>
  sourcesCheck(engine, `routes@${host}`, "routes.blocked", ({ source, routes }) => {
    if (!routes.every(({ cooling }) => cooling)) return null;
    const reason = `${source} has refused every route of ${host}: ${routes.map(({ name }) => name).join(", ")}.`;
    return { subject: `All routes to ${source} are blocked`, reason };
  });

/** A source whose owner has asked us to stop, by DNS or in robots.txt. */
export const ownerStopCheck = (engine: Pick<Engine, "health">, host: string): Check =>
  sourcesCheck(engine, `stops@${host}`, "source.stopped_by_owner", ({ source, stopped }) => {
    if (stopped === null) return null;
    const reason = `${host} sends no more requests to ${source}: ${stopped}.`;
    return { subject: `The owner of ${source} asks to stop`, reason };
  });

/** The certificate served at `PUBLIC_URL`. */
export const certificateCheck = (publicUrl: string, now: () => number): Check =>
  oneCheck(
    "certificate",
    { what: "ends", type: "certificate.ending", subject: "The certificate ends soon" },
    async () => {
      const endsAt = await certificateEnd(publicUrl);
      if (endsAt - now() > CERTIFICATE_DAYS * DAY_MS) return null;
      return `The certificate of ${publicUrl} ends at ${new Date(endsAt).toISOString()}.`;
    },
  );

export function certificateEnd(url: string): Promise<number> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    // An expired certificate must be read, not rejected.
    const socket = connect({
      host: hostname,
      servername: isIP(hostname) === 0 ? hostname : "",
      port: Number(port || 443),
      rejectUnauthorized: false,
    });
    socket.setTimeout(10_000, () => socket.destroy(new Error("no answer within 10 s")));
    socket.once("error", reject);
    socket.once("secureConnect", () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to));
      socket.end();
    });
  });
}

const ROUND_MS = 60_000;

interface WatchDeps {
  alerts: Alerts;
  checks: Check[];
  clock: Clock;
  log: { warn(details: object, message: string): void };
}

/** Runs the operator's checks every minute. */
export function watchForOperator({ alerts, checks, clock, log }: WatchDeps) {
  let work: Promise<void> = Promise.resolve();

  async function round(scope?: string): Promise<void> {
    for (const check of checks) {
      if (scope !== undefined && check.scope !== scope) continue;
      try {
        await alerts.reconcile(check.scope, await check.look());
      } catch (error) {
        log.warn({ err: error, check: check.scope }, "a check for the operator failed");
      }
    }
  }

  /** Runs checks one after the other: concurrent ones would report an end twice. */
  const soon = (scope?: string): Promise<void> => {
    if (alerts.isOn) work = work.then(() => round(scope));
    return work;
  };

  const rounds = periodicTask({
    clock,
    pauseMs: ROUND_MS,
    run: () => soon(),
    onError: (error) => log.warn({ err: error }, "the round for the operator failed"),
  });

  return {
    start: () => alerts.isOn && rounds.start(),
    soon,
    async close(): Promise<void> {
      await rounds.close();
      await work;
      await alerts.close();
    },
  };
}
