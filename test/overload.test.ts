import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent, request } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newSecret } from "../src/accounts/key-secret.ts";
import { startTestService, type TestService } from "./support/service.ts";
import { sourcesFolder, toySource } from "./support/toy-folder.ts";

/** More concurrent calls than a process runs and queues. The long form is `npm run chaos`. */
let service: TestService;
let key: string;
const call = (over = {}) => service.post("/api/toy/things", { shelf: "top", count: 5, ...over }, { key });
beforeAll(async () => {
  const folder = await sourcesFolder({ toy: toySource("toy") });
  service = await startTestService({ sourcesFolder: folder, callLimits: { maxInFlight: 2, maxQueued: 4 } });
  key = await service.createKey({ points: 1_000 });
  await call();
});
afterAll(() => service.close());

test("a call that finds the queue full is rejected immediately, free of charge and with a time to retry, and health keeps responding", async () => {
  const calls = Array.from({ length: 40 }, () => call());
  expect((await service.get("/health")).statusCode).toBe(200);
  const answers = await Promise.all(calls);
  const refused = answers.filter(({ statusCode }) => statusCode === 503);
  const served = answers.filter(({ statusCode }) => statusCode === 200);
  expect(served.length).toBeGreaterThanOrEqual(5);
  expect(refused.length).toBeGreaterThanOrEqual(20);
  expect(served.length + refused.length).toBe(40);
  for (const { headers } of refused) {
    expect(headers).toMatchObject({ "x-error-code": "overloaded", "x-credits-charged": "0" });
    expect(Number(headers["retry-after"])).toBeGreaterThanOrEqual(1);
    expect(headers["x-token-points"]).toBeDefined();
    expect(headers.ratelimit).toBeDefined();
  }
  const after = await call();
  expect(after.statusCode).toBe(200);
  expect(Number(after.headers["x-token-points"])).toBe(1_000 - 3 * (served.length + 2));
});

test("under load a recently used key is still looked up before its call is admitted", async () => {
  const calls = Array.from({ length: 6 }, () => call());
  const wrong = service.post("/api/toy/things", { shelf: "top" }, { key: newSecret() });
  expect((await wrong).statusCode).toBe(401);
  expect((await call({ shelf: 5 })).statusCode).toBeGreaterThanOrEqual(422);
  await Promise.all(calls);
});

test("with the default settings a thousand concurrent calls of one account all succeed", async () => {
  const folder = await mkdtemp(join(tmpdir(), "winnow-burst-"));
  const windows = { ten_second: 1e6, minutely: 1e6, hourly: 1e6, daily: 1e6, monthly: 1e6 };
  await writeFile(join(folder, "plans.json"), JSON.stringify({ free: { points: 1, once: true, ...windows } }));
  const process = await startTestService({
    sourcesFolder: await sourcesFolder({ toy: toySource("toy") }),
    env: { PLANS_FILE: join(folder, "plans.json"), WINNOW_TOY_PER_SECOND: "10000", WINNOW_TOY_CONCURRENCY: "24" },
  });
  const headers = { "access-token": await process.createKey({ plan: "free", points: 10_000 }) };
  const agent = new Agent({ connections: 1_000 });
  const one = async () => {
    const body = JSON.stringify({ shelf: "top", count: 5 });
    const answer = await request(`${process.address}/api/toy/things`, {
      method: "POST",
      headers,
      body,
      dispatcher: agent,
    });
    await answer.body.dump();
    return answer.statusCode;
  };
  const statuses = await Promise.all(Array.from({ length: 1_000 }, one));
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  await agent.destroy();
  await process.close();
  await rm(folder, { recursive: true, force: true });
});
