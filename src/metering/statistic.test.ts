import { expect, test } from "vitest";
import { useMetered } from "../../test/support/metering/metered.ts";
import { describeOnBothStores } from "../../test/support/store/stores.ts";

describeOnBothStores("the token statistic", (fresh) => {
  const metered = useMetered(fresh);

  test("has every field of the contract, for each key of the account, with the usage of the current windows", async () => {
    const { metering, newHolder, hold, accounts, clock } = metered;
    const holder = await newHolder();
    await accounts.createKey(holder.person.id, { name: "agents", usage_context: "mcp_only" });
    const { key: gone } = await accounts.createKey(holder.person.id, { name: "gone" });
    await accounts.revokeKey(gone.id);
    await hold(holder);
    const used = new Date(clock.now()).toISOString();
    clock.advance(10_000);
    await hold(holder);
    const [first, second, ...rest] = await metering.statistic(holder);
    expect(rest).toEqual([]);
    expect(first).toEqual({
      id: holder.key.id,
      user: {
        id: holder.person.id,
        front_id: holder.person.front_id,
        login: holder.person.login,
        role: "member",
        email: holder.person.email,
        name: holder.person.name,
        created_at: used,
        modified_at: used,
        last_login_at: null,
        email_verified: false,
      },
      is_primary: true,
      points: 960,
      plan: "free",
      usage_context: "standard",
      expires_at: null,
      created_at: used,
      last_used_at: new Date(clock.now()).toISOString(),
      ten_second_limit: 5,
      minutely_limit: 20,
      hourly_limit: 200,
      daily_limit: 1_000,
      monthly_limit: 5_000,
      ten_second_usage: 1,
      minutely_usage: 2,
      hourly_usage: 2,
      daily_usage: 2,
      monthly_usage: 2,
      is_recommended: true,
    });
    expect(second).toMatchObject({ usage_context: "mcp_only", points: 960, daily_usage: 0, is_recommended: false });
  });

  test("shows a key for some sources only itself", async () => {
    const { metering, newHolder, accounts } = metered;
    const { person, key } = await newHolder();
    const { key: narrow } = await accounts.createKey(person.id, { name: "narrow", sources: ["stays"] });
    const seenBy = async (own: typeof key) => (await metering.statistic({ person, key: own })).map(({ id }) => id);
    expect(await seenBy(narrow)).toEqual([narrow.id]);
    expect(await seenBy(key)).toEqual([key.id, narrow.id]);
  });

  test("shows a month's points from the first read on, before any request", async () => {
    const { metering, newHolder, clock } = metered;
    const holder = await newHolder("starter");
    clock.advance(31 * 86_400_000);
    expect((await metering.statistic(holder))[0]!.points).toBe(30_000);
    expect((await metering.statistic(holder))[0]!.points).toBe(30_000);
  });
});
