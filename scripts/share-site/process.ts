import { Agent, get } from "node:http";
import { systemClock } from "../../src/base/clock.ts";
import { Governor } from "../../src/extraction/governor/governor.ts";
import { postgresSites } from "../../src/extraction/governor/postgres-sites.ts";
import { openPool } from "../../src/store/postgres-pool.ts";

/** The calls of one process to one site: their interval and their number at a time. */
export interface Visit {
  id: string;
  concurrency: number;
  perSecond: number;
  everyMs: number;
  perBurst: number;
  backlog: number;
}

export interface VisitReport {
  id: string;
  asks: number;
  /** For each call, when it arrived and when it started. */
  calls: Array<{ at: number; startedAt: number | null }>;
}

/** One of several processes that share sites: governors on one PostgreSQL, and requests to the drill's own web server. */
const [databaseUrl, siteUrl, name, offMs] = process.argv.slice(2) as [string, string, string, string];
const wallClock = Date.now;
Date.now = () => wallClock() + Number(offMs);
const pool = openPool(databaseUrl, 10);
const agent = new Agent({ keepAlive: true });
const reports: VisitReport[] = [];

function visit({ id, concurrency, perSecond, everyMs, perBurst, backlog }: Visit): void {
  const report: VisitReport = { id, asks: 0, calls: [] };
  reports.push(report);
  const sites = postgresSites({ pool, holder: name });
  const counted = {
    ...sites,
    ask: (...all: Parameters<typeof sites.ask>) => {
      report.asks++;
      return sites.ask(...all);
    },
  };
  const governor = new Governor(`https://${id}.example`, () => ({ concurrency, perSecond }), counted, systemClock);
  const call = async () => {
    const one = { at: wallClock(), startedAt: null as number | null };
    report.calls.push(one);
    const permit = await governor.acquire("account", new AbortController().signal);
    const startedAt = wallClock();
    one.startedAt = startedAt;
    let isLost = false;
    await new Promise<void>((resolve) => {
      const request = get(`${siteUrl}/${id}/${name}`, { agent }, (response) => {
        response.resume();
        response.once("close", resolve);
      });
      request.once("error", () => resolve());
      permit.onLost(() => {
        isLost = true;
        request.destroy();
      });
    });
    permit.release(isLost ? { kind: "failed" } : { kind: "answered", tookMs: wallClock() - startedAt });
  };
  for (let no = 0; no < backlog; no++) void call();
  if (everyMs === 0) return;
  setInterval(() => {
    for (let no = 0; no < perBurst; no++) void call();
  }, everyMs);
}

process.on("message", (message: { visit: Visit } | "report") => {
  if (message === "report") process.send!(reports);
  else visit(message.visit);
});
process.on("disconnect", () => process.exit(0));
process.send!("ready");
