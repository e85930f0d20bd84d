import { expect, test } from "vitest";
import { useMetered } from "../../test/support/metering/metered.ts";
import { describeOnBothStores } from "../../test/support/store/stores.ts";

describeOnBothStores("the token statistic", (fresh) => {
  const metered = useMetered(fresh);

  test("has every field of the contract, for each key of the account, with the usage of the current windows", async () => {
    const { metering, newCaller, hold, accounts, clock } = metered;
    const caller = await newCaller();
    await accounts.createKey(caller.account.id, { name: "agents", usage_context: "mcp_only" });
    const { key: gone } = await accounts.createKey(caller.account.id, { name: "gone" });
    await accounts.revokeKey(gone.id);
    await hold(caller);
    const used = new Date(clock.now()).toISOString();
    clock.advance(10_000);
    await hold(caller);
    const [first, second, ...rest] = await metering.statistic(caller);
    expect(rest).toEqual([]);
    const person = (await accounts.findById(caller.account.id))!;
    expect(first).toEqual({
      id: caller.key.id,
      user: {
        id: caller.account.id,
        front_id: person.front_id,
        login: person.login,
        role: "member",
        email: person.email,
        name: person.name,
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
    const { metering, newCaller, accounts } = metered;
    const { account, key } = await newCaller();
    const { key: narrow } = await accounts.createKey(account.id, { name: "narrow", sources: ["stays"] });
    const seenBy = async (own: typeof key) => (await metering.statistic({ account, key: own })).map(({ id }) => id);
    expect(await seenBy(narrow)).toEqual([narrow.id]);
    expect(await seenBy(key)).toEqual([key.id, narrow.id]);
  });

  test("shows a month's points from the first read on, before any request", async () => {
    const { metering, newCaller, clock } = metered;
    const caller = await newCaller("starter");
    clock.advance(31 * 86_400_000);
    expect((await metering.statistic(caller))[0]!.points).toBe(30_000);
    expect((await metering.statistic(caller))[0]!.points).toBe(30_000);
  });
});
