import { request } from "node:http";
import { limits } from "../../src/limits/limits.ts";
import { percentile } from "../support/percentile.ts";
import { residentMb } from "../support/process-figures.ts";
import type { Row } from "./experiments.ts";
import { startProbe } from "./probe.ts";
import type { ServiceProcess, World } from "./world.ts";

const CONNECTIONS = 50;
const MAX_GROWTH_MB = 64;
const MAX_HEALTH_MS = 50;

interface Upload {
  path: string;
  type: string;
  body: Buffer;
  headers?: Record<string, string>;
}

const line = `${JSON.stringify({ shelf: "x".repeat(700), count: 1 })}\n`;
const batch = Buffer.from(line.repeat(Math.min(10_000, Math.floor(limits.batchBody.max / line.length))));
const batchOf = (body: Buffer): Upload => ({
  path: "/batches/preview?operation=toy/things",
  type: "application/x-ndjson",
  body,
});
const call: Upload = {
  path: "/api/toy/things",
  type: "application/json",
  body: Buffer.from(JSON.stringify({ shelf: "x".repeat(limits.callBody.max - 50), count: 1 })),
};
/** As large as was once accepted, with only empty lines. */
const blank = batchOf(Buffer.alloc(32 * 1024 * 1024, "\n"));
const signIn: Upload = { path: "/dashboard-api/sign-in", type: "text/csv", body: batch };

/** Sends a body as fast as it is accepted; 0 if the connection ended without a response. */
const send = (url: string, { path, type, body }: Upload, key: string | null): Promise<number> =>
  new Promise((resolve) => {
    let status = 0;
    const headers = {
      "content-type": type,
      "x-winnow-dashboard": "1",
      ...(key !== null && { "access-token": key }),
      "content-length": body.length,
    };
    const sent = request(url + path, { method: "POST", headers, agent: false }, (answer) => {
      status = answer.statusCode!;
      answer.resume();
    });
    sent.on("error", () => {});
    sent.once("close", () => resolve(status));
    sent.end(body);
  });

/** Measures how much a process's memory grows during the work, and how late its `/health` is. */
async function watched(process: ServiceProcess, work: () => Promise<number[]>) {
  const memory = () => residentMb(process.child.pid!);
  const before = memory();
  let max = before;
  const timer = setInterval(() => {
    max = Math.max(max, memory());
  }, 10);
  const probe = await startProbe([process.url]);
  const startedAt = performance.now();
  const statuses = await work();
  const seconds = (performance.now() - startedAt) / 1000;
  clearInterval(timer);
  const healthMs = percentile(await probe.stop(), 0.99);
  return { growth: max - before, healthMs, seconds, statuses };
}

const counts = (statuses: number[]): string =>
  [...Map.groupBy(statuses, (status) => status)].map(([status, all]) => `${all.length} x ${status}`).join(", ");

/** Fifty connections to one process, each sending the largest body that its kind of caller may send. */
export async function bodies(world: World): Promise<Row[]> {
  const process = world.processes[0]!;
  const free = await world.createKey("bodies");
  const keys: string[] = [];
  for (let n = 0; n < CONNECTIONS; n++) keys.push(await world.createKey(`bodies-${n}`));
  const tests: Array<[string, Upload, (n: number) => string | null]> = [
    ["without a session, at sign-in", signIn, () => null],
    ["without a key, a batch", batchOf(batch), () => null],
    ["one free account, data operations", call, () => free],
    ["one free account, batches", batchOf(batch), () => free],
    ["fifty free accounts, data operations", call, (n) => keys[n]!],
    ["fifty free accounts, batches", batchOf(batch), (n) => keys[n]!],
    ["one free account, 32 MB of blank lines", blank, () => free],
  ];
  // Warms up each kind, so that compiled code and filled pools do not count as growth.
  for (const [, upload] of tests) await send(process.url, upload, world.key);
  const rows: Row[] = [];
  for (const [test, upload, keyOf] of tests) {
    const all = () => Promise.all(Array.from({ length: CONNECTIONS }, (_, n) => send(process.url, upload, keyOf(n))));
    const { growth, healthMs, seconds, statuses } = await watched(process, all);
    rows.push({
      test: `${CONNECTIONS} x ${(upload.body.length / 1024 / 1024).toFixed(1)} MiB: ${test}`,
      promised: `memory grows by less than ${MAX_GROWTH_MB} MB, /health p99 below ${MAX_HEALTH_MS} ms`,
      measured: `+${growth.toFixed(0)} MB, p99 ${healthMs.toFixed(0)} ms, ${seconds.toFixed(1)} s: ${counts(statuses)}`,
      holds: growth < MAX_GROWTH_MB && healthMs < MAX_HEALTH_MS,
    });
  }
  return rows;
}
