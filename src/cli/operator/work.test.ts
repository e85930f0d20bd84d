import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endHere } from "../../../test/support/cli/end-here.ts";
import { startWinnow } from "../../../test/support/cli/run-winnow.ts";
import { freePort } from "../../../test/support/free-port.ts";
import { startTestService, type TestService } from "../../../test/support/service.ts";
import { freshDatabase } from "../../../test/support/store/stores.ts";

let service: TestService;
let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  const DATABASE_URL = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), "winnow-work-"));
  const AUTH_SECRET = "a secret that server and worker share, 32+";
  env = {
    DATABASE_URL,
    AUTH_SECRET,
    OPERATOR_TOKEN: "a token of the operator, 24+",
    DATA_DIR: folder,
    LOG_LEVEL: "silent",
    PATH: process.env.PATH!,
  };
  // This one runs no jobs itself.
  service = await startTestService({ env: { DATABASE_URL, AUTH_SECRET, JOBS_CONCURRENCY: "0" } });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

test("a `winnow work` process runs jobs that the server only queues, and ends on request", async () => {
  const key = await service.createKey({ points: 100 });
  const headers = { prefer: "respond-async" };
  const body = { keyword: "lamp", count: 20 };
  const submitted = await service.post("/api/nlretail/products/search", body, { key, headers });
  const job = async () => (await service.get(String(submitted.headers.location), key)).json();
  expect(await job()).toMatchObject({ status: "queued", attempt: 0 });
  const port = await freePort();
  const worker = startWinnow(["work", "--concurrency", "2"], { ...env, WORKER_PORT: String(port) });
  try {
    await expect
      .poll(job, { timeout: 60_000, interval: 100 })
      .toMatchObject({ status: "succeeded", charged: 10, progress: { records: 20 } });
    const ask = (path: string, token = "") =>
      fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } });
    const [live, metrics, refused] = await Promise.all([
      ask("/health/live"),
      ask("/metrics", env.OPERATOR_TOKEN),
      ask("/metrics"),
    ]);
    expect([live.status, refused.status]).toEqual([200, 401]);
    expect(await metrics.text()).toContain("winnow_store_ready 1\n");
  } finally {
    worker.kill("SIGTERM");
  }
  const { code, stdout } = await worker.ended;
  expect([code, stdout.split("\n")[0]]).toEqual([0, "Winnow is taking jobs, 2 at once."]);
});

test("without PostgreSQL it reports what is missing", async () => {
  const { DATABASE_URL: _, ...sqlite } = env;
  const { code, stderr } = await endHere(["work"], sqlite);
  expect(code).not.toBe(0);
  expect(stderr).toMatch(/needs PostgreSQL: set DATABASE_URL/);
});

test("a worker with a different secret from the server's does not start, and says what to do", async () => {
  const { code, stderr } = await endHere(["work"], { ...env, AUTH_SECRET: "another secret than that of the server" });
  expect(code).toBe(1);
  expect(stderr).toContain("This store was written with another AUTH_SECRET");
});
