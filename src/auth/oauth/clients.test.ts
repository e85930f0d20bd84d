import { beforeAll, expect, test } from "vitest";
import { describeOnDrawnStores } from "../../../test/support/store/stores.ts";
import { SimulatedClock } from "../../base/clock.ts";
import type { Store } from "../../store/open-store.ts";
import { createOAuthClients, MAX_UNUSED } from "./clients.ts";

const DAY = 86_400_000;

describeOnDrawnStores("programs that registered", (fresh) => {
  let store: Store;
  let clients: ReturnType<typeof createOAuthClients>;
  const clock = new SimulatedClock(Date.UTC(2026, 10, 15));
  const register = () => clients.register({ redirect_uris: ["https://host.example/callback"] });
  const ids = async () => (await store.db.selectFrom("oauth_clients").select("id").execute()).map(({ id }) => id);

  beforeAll(async () => {
    store = await fresh.open();
    clients = createOAuthClients(store, clock, async () => "");
  });

  test("a flood of registrations locks nobody out: the oldest without a grant are dropped", async () => {
    const letIn = await register();
    await clients.granted(letIn.id);
    const now = clock.now();
    const flood = Array.from({ length: MAX_UNUSED }, (_, n) => ({
      id: `flood ${n}`,
      name: "flood",
      redirect_uris: "[]",
      created_at: now + n,
      granted_at: null,
    }));
    await store.db.insertInto("oauth_clients").values(flood).execute();
    clock.advance(MAX_UNUSED);
    const late = await register();
    const kept = await ids();
    expect(kept).toHaveLength(MAX_UNUSED + 1);
    expect(kept).toEqual(expect.arrayContaining([letIn.id, late.id]));
    expect(kept).not.toContain("flood 0");
  });

  test("a client without a grant is dropped after a day; one with a grant stays", async () => {
    clock.advance(DAY + 1);
    const fresh = await register();
    expect(await ids()).toHaveLength(2);
    await clients.granted(fresh.id);
    // Its grants have ended, and no refresh token lives this long.
    clock.advance(101 * DAY);
    const { id } = await register();
    expect(await ids()).toEqual([id]);
  });
});
