import { afterAll, beforeAll, expect, test } from "vitest";
import { endHere } from "../support/cli/end-here.ts";
import type { Visitor } from "../support/dashboard/dashboard.ts";
import { teamSuite } from "../support/dashboard/team.ts";
import { type Receiver, startReceiver } from "../support/jobs/receiver.ts";
import { describeOnDrawnStores } from "../support/store/stores.ts";

/**
 * A team of three roles, each with a tab of the account and one of their own. One is removed, one is demoted, one leaves:
 * nothing of theirs acts, is told or opens afterwards, and nothing of anybody else's stops.
 */
describeOnDrawnStores("a team", (fresh) => {
  const { address, config, signedUp, joined, tab, newKey, team } = teamSuite(fresh, {
    WINNOW_PRIVATE_HOSTS: "127.0.0.1",
  });
  let receiver: Receiver;
  const at = (path: string) => `http://127.0.0.1:${receiver.port}${path}`;
  const heard = (of: string) => receiver.received.filter(({ path }) => path.startsWith(`/${of}`)).length;

  beforeAll(async () => {
    receiver = await startReceiver();
    const { dataDir, url } = config().database;
    const settings = { DATA_DIR: dataDir, DATABASE_URL: url, LOG_LEVEL: "silent" };
    const granted = await endHere(["accounts", "grant", "5000", "--account", team.account], settings);
    expect(granted).toMatchObject({ code: 0 });
  });
  afterAll(() => receiver.close());

  const plan = (name: string, over: object = {}) => ({
    name,
    operation: "/api/nlretail/products/search",
    cron: "0 7 1 1 *",
    time_zone: "UTC",
    request: { keyword: "lamp", count: 1 },
    ...over,
  });

  const storage = (name: string) => ({
    name,
    endpoint: at(""),
    bucket: name,
    access_key_id: "AK",
    secret_access_key: "a secret of storage",
  });

  /** Runs a schedule by hand, and waits until the run has ended. */
  async function run(who: Visitor, id: string): Promise<void> {
    const page = tab(who);
    const runs = async () => (await page.get(`/schedules/${id}/runs`)).body.rows as Array<{ status: string }>;
    const before = (await runs()).length;
    expect(await page.post(`/schedules/${id}/run`)).toMatchObject({ status: 200 });
    await expect
      .poll(async () => (await runs()).filter(({ status }) => status === "succeeded").length, { timeout: 30_000 })
      .toBeGreaterThan(before);
  }

  const opens = async (path: string) => (await fetch(path.startsWith("http") ? path : `${address()}${path}`)).status;
  const answers = async (key: string) =>
    (await fetch(`${address()}/token/statistic`, { headers: { "access-token": key } })).status;
  const states = ({ access }: { access: Array<{ kind: string; state: string }> }) =>
    [...new Set(access.map(({ kind, state }) => `${kind} ${state}`))].sort();

  /** Everything that an admin can set up on somebody else's schedule. */
  async function setUp(name: string, who: Visitor, schedule: string, others: string) {
    const page = tab(who);
    const { secret: key } = await newKey(who);
    const lake = await page.post("/destinations", storage(name));
    const hook = await page.post("/webhooks", { url: at(`/${name}/hook`), events: null });
    const change = { destination: lake.body.id, webhook: at(`/${name}/run`) };
    expect([lake.status, hook.status]).toEqual([201, 201]);
    expect(await page.patch(`/schedules/${schedule}`, change)).toMatchObject({ status: 200 });
    const feed = (await page.post(`/schedules/${schedule}/feed`)).body.feed_secret;
    const link = (await page.post(`/schedules/${schedule}/link`, { format: "json", expires_in: 86_400 })).body.url;
    const rotated = await page.post(`/keys/${others}/rotate`, { overlap_hours: 0 });
    return { key, link, feed: `/schedules/${schedule}/feed/${feed}`, othersKey: rotated.body.api_key as string };
  }

  const outward = (it: Awaited<ReturnType<typeof setUp>>) =>
    Promise.all([answers(it.key), answers(it.othersKey), opens(it.link), opens(it.feed)]);

  test("what an admin set up ends when they are removed, and what another set up when they are demoted; the owner's work waits, says so, and goes on without them", async () => {
    const { owner } = team;
    for (const [name, end, kept] of [
      ["mallory", "remove", null],
      ["dave", "demote", "viewer"],
    ] as const) {
      const [person, sam] = [await joined("admin"), await joined("admin")];
      const [owners, spare] = [await newKey(owner), await newKey(owner)];
      const { secret: sams } = await newKey(sam.who);
      await tab(sam.who).post("/webhooks", { url: at(`/${name}-sam/hook`), events: null });
      const schedule = (await tab(owner).post("/schedules", plan(`Daily of ${name}`))).body.id;
      await run(owner, schedule);
      const theirs = await setUp(name, person.who, schedule, spare.key.id);
      const second = `${name}-again@people.example`;
      await tab(person.who).post("/invitations", { email: second, role: "admin" });
      await run(owner, schedule);
      await expect.poll(() => heard(`${name}/run`) + heard(`${name}/winnow`), { timeout: 30_000 }).toBeGreaterThan(0);
      expect(await outward(theirs)).toEqual([200, 200, 200, 200]);

      // What the page shows before, and after.
      const before = await tab(owner).get(`/members/${person.id}/access`);
      const all = ["api_key", "destination", "feed", "invitation", "key_secret", "link", "schedule", "webhook"];
      expect(states(before.body)).toEqual(all.map((kind) => `${kind} active`));
      const { status, body } =
        end === "remove"
          ? await tab(owner).post(`/members/${person.id}/remove`, { keys: "revoke" })
          : await tab(owner).patch(`/members/${person.id}`, { role: kept });
      expect(status).toBe(200);
      const ended = ["api_key", "destination", "feed", "invitation", "key_secret", "link"];
      expect(states(body)).toEqual([...ended.map((kind) => `${kind} ended`), "schedule stopped", "webhook stopped"]);

      // The owner pays for the schedule, so it waits for them, and a mail says so.
      const paused = (await tab(owner).get(`/schedules/${schedule}`)).body;
      expect(paused).toMatchObject({ status: "paused", webhook: null, destination: null });
      const { email } = (await owner.get("/session")).body.me;
      const mails = async () => (await owner.mailsTo(email)).filter(({ text }) => text.includes(`Daily of ${name}`));
      await expect.poll(mails, { timeout: 60_000, interval: 1_000 }).toHaveLength(1);
      const [mail] = await mails();
      expect(mail).toMatchObject({ subject: "A schedule that your key pays for was paused" });
      expect(new URL(mail!.link!).pathname).toBe(`/automation/schedules/${schedule}`);

      const silent = heard(name) - heard(`${name}-sam`);
      const sams1 = heard(`${name}-sam`);
      await tab(owner).post(`/schedules/${schedule}/resume`);
      await run(owner, schedule);
      await expect.poll(() => heard(`${name}-sam`), { timeout: 30_000 }).toBeGreaterThan(sams1);
      expect(heard(name) - heard(`${name}-sam`)).toBe(silent);
      expect(await outward(theirs)).toEqual([401, 401, 404, 404]);
      expect(await Promise.all([owners.secret, sams].map(answers))).toEqual([200, 200]);

      // The tab of the account and their own tab, in the same browser.
      expect((await tab(person.who).get("/schedules")).status).toBe(end === "remove" ? 404 : 200);
      expect((await tab(person.who).post("/webhooks", { url: at(`/${name}/more`), events: null })).status).toBe(
        end === "remove" ? 404 : 403,
      );
      expect((await person.who.get("/keys")).status).toBe(200);
    }
  });

  test("what a developer set up stops when they leave, and somebody else's stays", async () => {
    const { owner } = team;
    const [lea, bo] = [await joined(), await joined()];
    const [leas, bos] = [await newKey(lea.who), await newKey(bo.who)];
    const make = async (who: Visitor, name: string) =>
      (await tab(who).post("/schedules", plan(name, { webhook: at(`/${name}/run`) }))).body;
    const [mine, others] = [await make(lea.who, "lea"), await make(bo.who, "bo")];
    await run(lea.who, mine.id);
    const link = (await tab(lea.who).post(`/schedules/${mine.id}/link`, { format: "json", expires_in: 86_400 })).body;
    expect(await opens(link.url)).toBe(200);
    const before = await tab(lea.who).get(`/members/${lea.id}/access`);
    expect(states(before.body)).toEqual(["api_key active", "feed active", "link active", "schedule active"]);
    const left = await tab(lea.who).post("/leave");
    expect(states(left.body)).toEqual(["api_key ended", "feed ended", "link ended", "schedule stopped"]);
    expect(await opens(link.url)).toBe(404);
    expect(await opens(`/schedules/${mine.id}/feed/${mine.feed_secret}`)).toBe(404);
    expect(await Promise.all([leas.secret, bos.secret].map(answers))).toEqual([401, 200]);
    expect((await tab(owner).get(`/schedules/${mine.id}`)).body).toMatchObject({ status: "paused", webhook: null });
    expect((await tab(owner).get(`/schedules/${others.id}`)).body).toMatchObject({ status: "active" });
    await run(bo.who, others.id);
  });

  test("somebody who was removed does not come back by an invitation that they sent to another address of theirs", async () => {
    const [mallory, other] = [await joined("admin"), await signedUp("mallory-two")];
    await tab(mallory.who).post("/invitations", { email: other.email, role: "admin" });
    const token = await expect
      .poll(() => other.who.tokenTo(other.email, "You are invited to Shop").catch(() => null), { timeout: 60_000 })
      .not.toBeNull()
      .then(() => other.who.tokenTo(other.email, "You are invited to Shop"));
    await tab(team.owner).post(`/members/${mallory.id}/remove`);
    expect((await other.who.post("/invitations/accept", { token })).status).toBe(400);
    expect((await tab(other.who).get("/members")).status).toBe(404);
  });
});
