import { beforeAll, expect, test } from "vitest";
import { describeOnDrawnStores } from "../../test/support/store/stores.ts";
import { SimulatedClock } from "../base/clock.ts";
import { limits } from "../limits/limits.ts";
import type { Store } from "../store/open-store.ts";
import type { LinksApi } from "./result-links.ts";
import { createResultLinks } from "./result-links.ts";

describeOnDrawnStores("links to results", (fresh) => {
  let store: Store;
  let links: LinksApi;
  const clock = new SimulatedClock(Date.UTC(2026, 10, 16));
  const of = (id: string) => ({ account: { id }, key: { id: "", sources: null, person_id: id } });
  const submission = { kind: "job", id: "j1", format: "csv", seconds: 60, idempotencyKey: null } as const;
  const file = (url: string) => url.split("/").at(-1)!;
  beforeAll(async () => {
    store = await fresh.open();
    links = createResultLinks(store, clock, "a secret of the service");
  });

  test("open until they expire, and are deleted afterwards", async () => {
    const { id, url } = await links.create(of("ada"), submission);
    clock.advance(59_999);
    expect(await links.open(id, file(url))).toMatchObject({
      owner: { account: { id: "ada" } },
      kind: "job",
      id: "j1",
    });
    clock.advance(1);
    expect(await links.open(id, file(url))).toBeNull();
    await links.create(of("bob"), submission);
    const kept = await store.db.selectFrom("result_links").select("account_id").execute();
    expect(kept).toEqual([{ account_id: "bob" }]);
  });

  test("from a service with another secret do not open", async () => {
    const { id, url } = await links.create(of("ada"), submission);
    expect(await createResultLinks(store, clock, "another").open(id, file(url))).toBeNull();
  });

  test("links to results are capped at limits.links per account; other accounts are not affected", async () => {
    const now = clock.now();
    const full = Array.from({ length: limits.links.max }, (_, no) => ({
      id: `full ${no}`,
      account_id: "cid",
      kind: "job" as const,
      of_id: "j1",
      format: "csv" as const,
      reads: 0,
      last_read_at: null,
      created_at: now,
      expires_at: now + 1_000,
    }));
    for (let at = 0; at < full.length; at += 100)
      await store.db
        .insertInto("result_links")
        .values(full.slice(at, at + 100))
        .execute();
    await expect(links.create(of("cid"), submission)).rejects.toThrow(`at most ${limits.links.max} links`);
    await links.create(of("dan"), submission);
    const { rows } = await links.list(of("cid"), { limit: 100, cursor: null });
    expect(rows.every(({ id }) => id.startsWith("full"))).toBe(true);
  });
});
