import { statfs } from "node:fs/promises";
import { isIP } from "node:net";
import { connect } from "node:tls";
import type { Kysely } from "kysely";
import type { Engine } from "../extraction/types.ts";
import type { Schema } from "../store/schema.ts";
import type { Condition } from "./alerts.ts";

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

export const diskCheck = (folder: string, host: string): Check => ({
  scope: `disk@${host}`,
  async look() {
    const { free, size } = await diskSpace(folder);
    if (free >= MIN_FREE_BYTES && free / size >= MIN_FREE_SHARE) return [];
    const reason = `${(free / GIB).toFixed(1)} GiB (${((free / size) * 100).toFixed(1)} %) are free on ${host}.`;
    return [{ about: `disk@${host}|free`, type: "disk.low", subject: `Disk of ${host} is nearly full`, reason }];
  },
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

export const queueCheck = (db: Kysely<Schema>, now: () => number): Check => ({
  scope: "queue",
  async look() {
    const late = await oldestJobMs(db, now);
    if (late < LATE_JOB_MS) return [];
    const reason = `The oldest runnable job has waited for ${Math.round(late / 60_000)} minutes. Start more workers, or check the source.`;
    return [{ about: "queue|late", type: "queue.late", subject: "Jobs are late", reason }];
  },
});

export const mailCheck = (failingSince: () => number | null, host: string): Check => ({
  scope: `mail@${host}`,
  async look() {
    const since = failingSince();
    if (since === null) return [];
    const reason = `${host} has sent no mail since ${new Date(since).toISOString()}: check SMTP_URL and the log.`;
    return [{ about: `mail@${host}|failing`, type: "mail.failing", subject: "Mails cannot be sent", reason }];
  },
});

/** A source whose routes are all cooling down after blocks. */
export const routesCheck = (engine: Pick<Engine, "health">, host: string): Check => ({
  scope: `routes@${host}`,
  look: async () =>
    engine
      .health()
      .filter(({ routes }) => routes.every(({ cooling }) => cooling))
      .map(({ source, routes }) => ({
        about: `routes@${host}|${source}`,
        type: "routes.blocked",
        subject: `All routes to ${source} are blocked`,
        reason: `${source} has refused every route of ${host}: ${routes.map(({ name }) => name).join(", ")}.`,
        details: { source },
      })),
});

/** A source whose owner has asked us to stop, by DNS or in robots.txt. */
export const ownerStopCheck = (engine: Pick<Engine, "health">, host: string): Check => ({
  scope: `stops@${host}`,
  look: async () =>
    engine.health().flatMap(({ source, stopped }) =>
      stopped === null
        ? []
        : [
            {
              about: `stops@${host}|${source}`,
              type: "source.stopped_by_owner",
              subject: `The owner of ${source} asks to stop`,
              reason: `${host} sends no more requests to ${source}: ${stopped}.`,
              details: { source },
            },
          ],
    ),
});

/** The certificate served at `PUBLIC_URL`. */
export const certificateCheck = (publicUrl: string, now: () => number): Check => ({
  scope: "certificate",
  async look() {
    const endsAt = await certificateEnd(publicUrl);
    if (endsAt - now() > CERTIFICATE_DAYS * DAY_MS) return [];
    const reason = `The certificate of ${publicUrl} ends at ${new Date(endsAt).toISOString()}.`;
    return [{ about: "certificate|ends", type: "certificate.ending", subject: "The certificate ends soon", reason }];
  },
});

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
