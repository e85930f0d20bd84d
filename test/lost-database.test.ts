import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestService, type TestService } from "./support/service.ts";
import { freshDatabase } from "./support/store/stores.ts";
import { openTcpGate, type TcpGate } from "./support/tcp-gate.ts";
import { sourcesFolder, toySource } from "./support/toy-folder.ts";

/** The whole service on PostgreSQL, behind a gate that tests cut and freeze. The long form is `npm run chaos`. */
describe("a database outage", () => {
  let url: string;
  let gate: TcpGate;
  let service: TestService;
  let key: string;
  const call = () => service.post("/api/toy/things", { shelf: "top", count: 5 }, { key });

  beforeAll(async () => {
    url = await freshDatabase();
    gate = await openTcpGate(url);
    service = await startTestService({
      sourcesFolder: await sourcesFolder({ toy: toySource("toy") }),
      env: { DATABASE_URL: gate.url },
      postgres: { queryTimeoutMs: 2_000 },
    });
    key = await service.createKey();
  });
  /** One more call may find a connection that was cut while idle. */
  const answersAgain = () => expect.poll(async () => (await call()).statusCode, { interval: 5 }).toBe(200);
  beforeEach(answersAgain);
  afterAll(async () => {
    gate.open();
    await service.close();
    await gate[Symbol.asyncDispose]();
  });

  const terminateAll = async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    await client.end();
  };

  test("every connection terminated under load: the process survives and responds again", async () => {
    for (let round = 0; round < 3; round++) {
      const calls = Array.from({ length: 30 }, call);
      await terminateAll();
      for (const { statusCode } of await Promise.all(calls)) expect([200, 503]).toContain(statusCode);
      await answersAgain();
    }
  });

  test("connections refused: 503 with retry-after and no charge, and 200 once the database is back", async () => {
    gate.close();
    await expect.poll(async () => (await service.get("/health")).statusCode).toBe(503);
    expect((await service.get("/health/ready")).statusCode).toBe(503);
    expect((await service.get("/health/live")).statusCode).toBe(200);
    const refused = await call();
    expect(refused.statusCode).toBe(503);
    expect(refused.headers).toMatchObject({ "retry-after": "1", "x-error-code": "unavailable" });
    gate.open();
    expect((await call()).statusCode).toBe(200);
    expect((await service.get("/health/ready")).statusCode).toBe(200);
  });

  test("a silent database: health reports it, calls end with 503, and 200 once it responds again", async () => {
    gate.freeze();
    await expect.poll(async () => (await service.get("/health")).statusCode).toBe(503);
    expect((await call()).statusCode).toBe(503);
    gate.open();
    await expect.poll(async () => (await call()).statusCode).toBe(200);
    await expect.poll(async () => (await service.get("/health")).statusCode).toBe(200);
  });
});
