import { beforeAll, expect, test } from "vitest";
import type { Visitor } from "../support/dashboard/dashboard.ts";
import { teamSuite } from "../support/dashboard/team.ts";
import { describeOnDrawnStores } from "../support/store/stores.ts";

/** Accounts of several people: what each of them may spend, and sees of what the others spent. */

const SEARCH = "/api/nlretail/products/search";
const REQUEST = { keyword: "lamp", count: 20 };

describeOnDrawnStores("points of an account of several people", (fresh) => {
  const { address, store, tab, joined, newKey, team } = teamSuite(fresh);
  type Person = Awaited<ReturnType<typeof joined>>;
  let [ada, admin, viewer] = [] as unknown as [Person, Person, Person];

  beforeAll(async () => {
    [ada, admin, viewer] = [await joined(), await joined("admin"), await joined("viewer")];
    await store((db) =>
      db.updateTable("balances").set({ points: 500 }).where("account_id", "=", team.account).execute(),
    );
  });

  const call = async (secret: string) => {
    const answer = await fetch(`${address()}${SEARCH}`, {
      method: "POST",
      headers: { "access-token": secret, "content-type": "application/json" },
      body: JSON.stringify(REQUEST),
    });
    return { status: answer.status, body: (await answer.json()) as { detail?: string } };
  };
  const listed = async (id: string) => {
    const { members } = (await tab(team.owner).get("/members")).body;
    return members.find((one: { id: string }) => one.id === id);
  };

  test("each role sees the account's whole history and usage by member, and nothing of anybody's own account", async () => {
    const [adas, owners] = [await newKey(ada.who), await newKey(team.owner)];
    expect([(await call(adas.secret)).status, (await call(ada.key)).status]).toEqual([200, 200]);
    const run = await tab(admin.who).post("/playground/run", { operation: SEARCH, body: REQUEST });
    expect([run.status, run.body.detail]).toEqual([403, expect.stringContaining("None of your keys")]);
    await newKey(admin.who);
    await tab(admin.who).post("/playground/run", { operation: SEARCH, body: REQUEST });
    expect((await call(owners.secret)).status).toBe(200);
    await tab(team.owner).delete(`/keys/${owners.key.id}`);
    for (const { who } of [ada, admin, viewer]) {
      const { requests } = (await tab(who).get("/requests")).body;
      expect(requests).toHaveLength(3);
      expect(new Set(requests.map((one: { key_id: string }) => one.key_id)).size).toBe(3);
      const { members } = (await tab(who).get("/usage/members?days=7")).body;
      const figures = members.map(({ id, calls, points }: Record<string, unknown>) => [id, calls, points]);
      expect(figures).toHaveLength(4);
      expect(figures).toEqual(
        expect.arrayContaining([
          [ada.id, 1, 10],
          [admin.id, 1, 10],
          [viewer.id, 0, 0],
        ]),
      );
    }
    expect((await ada.who.get("/requests")).body.requests).toHaveLength(1);
    expect((await viewer.who.get("/requests")).body.requests).toEqual([]);
  });

  test("points of a member who left stay in the sums of the account", async () => {
    const before = (await tab(viewer.who).get("/usage/members?days=7")).body.members;
    const leaver = await joined();
    expect((await call((await newKey(leaver.who)).secret)).status).toBe(200);
    await tab(team.owner).post(`/members/${leaver.id}/remove`);
    const { members } = (await tab(viewer.who).get("/usage/members?days=7")).body;
    expect(members).toHaveLength(before.length + 1);
    expect(members).toContainEqual({ id: null, name: null, calls: 1, errors: 0, points: 10 });
  });

  test("a member spends no more than an admin allows them, over all their keys, and may not raise it", async () => {
    const capped = await joined();
    const patch = (who: Visitor, body: object) => tab(who).patch(`/members/${capped.id}`, body);
    expect((await patch(capped.who, { spending_cap: 1_000 })).status).toBe(403);
    for (const wrong of [0, -1, 1.5, "9"]) expect((await patch(team.owner, { spending_cap: wrong })).status).toBe(422);
    expect((await patch(admin.who, { spending_cap: 15 })).status).toBe(200);
    expect(await listed(capped.id)).toMatchObject({ role: "developer", spending_cap: 15, spent: 0 });
    const [one, two] = [await newKey(capped.who), await newKey(capped.who)];
    expect((await call(one.secret)).status).toBe(200);
    for (const { secret } of [one, two]) {
      const refused = await call(secret);
      expect(refused.status).toBe(403);
      expect(refused.body.detail).toMatch(/cap of the member .* the cap leaves 5\. An owner or admin/);
    }
    const run = await tab(capped.who).post("/playground/run", { operation: SEARCH, body: REQUEST });
    expect(run.body).toContain("cap of the member");
    expect(await listed(capped.id)).toMatchObject({ spending_cap: 15, spent: 10 });
    expect((await patch(team.owner, { spending_cap: null })).status).toBe(200);
    expect((await call(two.secret)).status).toBe(200);
  });

  test("a developer who runs or changes another's schedule pays for it, within their own cap", async () => {
    const capped = await joined();
    for (const who of [team.owner, capped.who]) await newKey(who);
    const schedule = { operation: "nlretail/products/search", name: "Lamps", request: REQUEST, cron: "0 7 * * *" };
    const { id } = (await tab(team.owner).post("/schedules", schedule)).body;
    await tab(team.owner).patch(`/members/${capped.id}`, { spending_cap: 1 });
    const path = `/schedules/${id}`;
    for (const tried of [
      await tab(capped.who).post(`${path}/run`),
      await tab(capped.who).patch(path, { request: { ...REQUEST, count: 40 } }),
    ]) {
      expect([tried.status, tried.body.detail]).toEqual([403, expect.stringContaining("cap of the member")]);
    }
    const key = () =>
      store((db) => db.selectFrom("schedules").where("id", "=", id).select("key_id").executeTakeFirstOrThrow());
    const before = await key();
    await newKey(admin.who);
    expect((await tab(admin.who).patch(path, { name: "Lights" })).status).toBe(200);
    expect(await key()).toEqual(before);
    await tab(team.owner).patch(`/members/${capped.id}`, { spending_cap: 100 });
    expect((await tab(capped.who).post(`${path}/run`)).status).toBeLessThan(300);
    expect(await key()).not.toEqual(before);
  });
});
