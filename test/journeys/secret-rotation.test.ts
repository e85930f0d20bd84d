import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Webhook } from "standardwebhooks";
import { expect, onTestFinished, test } from "vitest";
import { totpNow } from "../security/support/totp.ts";
import { Visitor } from "../support/dashboard/dashboard.ts";
import { startReceiver } from "../support/jobs/receiver.ts";
import { StartedService } from "../support/journeys/started-service.ts";

const FIRST = "the first secret of two processes, 32+";
const SECOND = "the second secret of two processes, 32+";
const OPERATOR_TOKEN = "the operator's own token";
const ada = { email: "ada@people.example", password: "correct horse battery" };

test("an operator changes AUTH_SECRET under two processes: no call fails, and sessions, second factors and webhooks go on", async () => {
  const plans = join(await mkdtemp(join(tmpdir(), "winnow-plans-")), "plans.json");
  onTestFinished(() => rm(dirname(plans), { recursive: true }));
  const many = 1_000_000;
  const windows = { ten_second: many, minutely: many, hourly: many, daily: many, monthly: many };
  await writeFile(plans, JSON.stringify({ free: { points: many, once: true, ...windows } }));
  const shared = {
    PLANS_FILE: plans,
    AUTH_SECRET: FIRST,
    OPERATOR_TOKEN,
    WINNOW_PRIVATE_HOSTS: "127.0.0.1",
    LOG_LEVEL: "info",
  };
  const one = await StartedService.start("postgres", shared);
  const other = await StartedService.start("postgres", { ...shared, DATABASE_URL: one.env.DATABASE_URL! });
  for (const secret of [FIRST, OPERATOR_TOKEN, "wnw_"]) expect(one.printed).not.toContain(secret);

  const visitor = (at: StartedService) =>
    new Visitor({ address: at.address.slice(0, -1), operatorToken: OPERATOR_TOKEN });
  const owner = visitor(one);
  const { api_key: key } = await owner.signUp(ada.email, ada.password);
  const { body: factor } = await owner.post("/second-factor", { password: ada.password });
  const code = totpNow(new URL(factor.uri).searchParams.get("secret")!);
  expect((await owner.post("/second-factor/confirm", { code })).status).toBe(200);
  const recovery: string[] = factor.recovery_codes;

  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const hook = (
    await owner.post("/webhooks", { url: `http://127.0.0.1:${receiver.port}/in`, events: ["job.succeeded"] })
  ).body;

  const call = (at: StartedService, headers: Record<string, string> = {}) =>
    fetch(`${at.address}api/nlretail/products/search`, {
      method: "POST",
      headers: { "access-token": key, "content-type": "application/json", ...headers },
      body: JSON.stringify({ keyword: "lamp", count: 1 }),
    });
  let away: StartedService | null = null;
  const statuses: number[] = [];
  let isOver = false;
  const calls = (async () => {
    for (let turn = 0; !isOver && turn < 5_000; turn += 1) {
      const up = [one, other].filter((at) => at !== away);
      statuses.push((await call(up[turn % up.length]!)).status);
    }
  })();

  /** Everything that was sealed or signed before works at both processes. */
  async function allGoesOn(): Promise<void> {
    const again = visitor(one);
    await again.post("/sign-in", ada);
    expect((await again.post("/sign-in/code", { code: recovery.pop() })).status).toBe(200);
    for (const at of [one, other]) {
      const session = visitor(at);
      session.cookie = owner.cookie;
      expect((await session.get("/session")).body.me.email).toBe(ada.email);
      const before = receiver.received.length;
      expect((await call(at, { prefer: "respond-async" })).status).toBe(202);
      await expect.poll(() => receiver.received.length).toBe(before + 1);
      const { body, headers } = receiver.received.at(-1)!;
      new Webhook(hook.secret).verify(body, headers as Record<string, string>);
    }
  }

  async function restartWith(at: StartedService, secrets: Record<string, string>): Promise<void> {
    away = at;
    Object.assign(at.env, secrets);
    await at.restart();
    away = null;
  }

  await allGoesOn();
  await restartWith(one, { AUTH_SECRET: SECOND, AUTH_SECRET_OLD: FIRST });
  await allGoesOn();
  await restartWith(other, { AUTH_SECRET: SECOND, AUTH_SECRET_OLD: FIRST });
  await restartWith(one, { AUTH_SECRET_OLD: "" });
  await restartWith(other, { AUTH_SECRET_OLD: "" });
  await allGoesOn();
  isOver = true;
  await calls;
  expect(statuses.length).toBeGreaterThan(10);
  expect(new Set(statuses)).toEqual(new Set([200]));

  await expect(one.winnow("accept-secret")).rejects.toMatchObject({ stderr: expect.stringContaining("stop it first") });
  await expect(restartWith(other, { AUTH_SECRET: FIRST })).rejects.toThrow("AUTH_SECRET_OLD");
});
