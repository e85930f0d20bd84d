import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestService, type TestService } from "./support/service.ts";
import { sourcesFolder, toySource } from "./support/toy-folder.ts";

/** More calls at once than a process runs and lets wait. The long form is `npm run chaos`. */
let service: TestService;
let key: string;
const call = (over = {}) => service.post("/api/toy/things", { shelf: "top", count: 5, ...over }, { key });
beforeAll(async () => {
  const folder = await sourcesFolder({ toy: toySource("toy") });
  service = await startTestService({ sourcesFolder: folder, env: { MAX_IN_FLIGHT: "2", MAX_QUEUED: "4" } });
  key = await service.createKey({ points: 1_000 });
  await call();
});
afterAll(() => service.close());

test("what finds the queue full is refused at once, for free, and says when to come again; health answers meanwhile", async () => {
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

test("under load a key that was here just now is still looked up before its call is let in", async () => {
  const calls = Array.from({ length: 6 }, () => call());
  const wrong = service.post("/api/toy/things", { shelf: "top" }, { key: `${key.slice(0, -1)}x` });
  expect((await wrong).statusCode).toBe(401);
  expect((await call({ shelf: 5 })).statusCode).toBeGreaterThanOrEqual(422);
  await Promise.all(calls);
});
