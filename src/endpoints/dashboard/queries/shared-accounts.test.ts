import { expect, test } from "vitest";
import { useMetered } from "../../../../test/support/metering/metered.ts";
import { describeOnDrawnStores } from "../../../../test/support/store/stores.ts";
import { createMembers } from "../../../accounts/members.ts";
import { createEndingTools } from "../../../jobs/ending-tools.ts";
import { sharedAccounts } from "./shared-accounts.ts";

describeOnDrawnStores("the list of accounts of several people", (fresh) => {
  const metered = useMetered(fresh);

  test("has each with its first owner, members and points, and is searched by its name or a member's address", async () => {
    const { store, clock, accounts } = metered;
    const people = await Promise.all(
      ["ada", "bob", "carol"].map((name) => accounts.createAccount({ email: `${name}@people.example` })),
    );
    const [ada, bob, carol] = people.map(({ id }) => id) as [string, string, string];
    const create = (owner: string, name: string) =>
      createMembers({ store, clock, ...createEndingTools(store, clock, "a secret of the tests") }).create(
        { id: owner, email_verified: true },
        name,
      );
    const shop = await create(ada, "Shop");
    const lab = await create(carol, "lab");
    const joined = { account_id: shop.id, created_at: clock.now() + 1 };
    await store.db
      .insertInto("members")
      .values({ ...joined, person_id: bob, role: "owner" })
      .execute();
    await accounts.grant(shop.id, 70);
    const page = (limit: number, cursor: string | null, search = "") =>
      sharedAccounts(store.db, { search, limit, cursor });
    const found = async (search: string) => (await page(10, null, search)).rows;
    const shown = { id: shop.id, name: "Shop", owner: "ada@people.example", members: 2, plan: "free", points: 70 };
    expect(await found("")).toMatchObject([{ id: lab.id, members: 1, points: 0 }, shown]);
    const { next_cursor } = await page(1, null);
    expect(await page(1, next_cursor)).toMatchObject({ rows: [shown], next_cursor: null });
    for (const words of ["SHO", "bob@"]) expect(await found(words)).toMatchObject([shown]);
    expect(await found("nobody")).toEqual([]);
  });
});
