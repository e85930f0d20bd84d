import { expect, test } from "vitest";
import type { Source } from "../contract/source.ts";
import type { SourceHealth } from "../extraction/types.ts";
import { readSites } from "./read-sites.ts";

const origins = { site: "", media: "" };
const sources = [
  { name: "shop", origins },
  { name: "inn", origins },
] as unknown as Source[];
const health = [
  { source: "shop", politeness: { concurrency: 2, perSecond: 1 }, robots: "honour", stopped: null },
] as unknown as SourceHealth[];

function bench() {
  let at = Date.parse("2027-03-02T12:00:00Z");
  const asked: string[] = [];
  const siteOf = readSites({
    sources,
    engine: { health: () => health },
    store: {
      days: async (since: string) => {
        asked.push(since);
        return [
          { day: "2027-03-02", operation: "/api/shop/things", pages: 5 },
          { day: "2027-03-02", operation: "/api/shop/one", pages: 2 },
          { day: "2027-03-02", operation: "/api/shopping/things", pages: 100 },
        ] as never;
      },
    },
    isStandIn: (name) => name === "inn",
    originOf: (source, name) => `https://${name === "site" ? "www" : name}.${source}.example`,
    now: () => at,
  });
  return { siteOf, asked, pass: (ms: number) => (at += ms) };
}

test("a site is found by any of its hosts, with the pages of its own operations; a stand-in is no site", async () => {
  const { siteOf } = bench();
  const found = await siteOf("shop.example");
  expect(found).toMatchObject({ host: "shop.example", concurrency: 2, perSecond: 1, robots: "honour", stopped: null });
  expect(found!.days).toHaveLength(7);
  expect(found!.days[0]).toEqual({ day: "2027-03-02", pages: 7 });
  expect(await siteOf("media.shop.example")).not.toBeNull();
  expect([await siteOf("inn.example"), await siteOf("op.example")]).toEqual([null, null]);
});

test("the store is asked once a minute, however many strangers open the page", async () => {
  const { siteOf, asked, pass } = bench();
  await Promise.all(Array.from({ length: 50 }, () => siteOf("shop.example")));
  expect(asked).toEqual(["2027-02-24"]);
  pass(60_000);
  await siteOf("shop.example");
  expect(asked).toHaveLength(2);
});
