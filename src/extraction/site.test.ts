import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { SimulatedClock } from "../base/clock.ts";
import { noFindings } from "../contract/findings.ts";
import type { SiteRequest } from "../contract/site.ts";
import type { PageFetcher } from "./page-fetcher.ts";
import { openSite, type SiteDeps } from "./site.ts";
import type { SourceState } from "./source-state.ts";

/** Pages arrive when the test releases them. */
function siteOf(ahead: number) {
  const requested: Array<{ path: string; signal: AbortSignal; come(page: unknown): void; fail(error: Error): void }> =
    [];
  const fetcher = {
    read: ({ path }: SiteRequest, _reader: unknown, signal: AbortSignal) =>
      new Promise((come, fail) => void requested.push({ path, signal, come, fail })),
  } as unknown as PageFetcher;
  const state = {
    originOf: (name: string) => `https://${name}.example`,
    setting: (name: string) => `${name} set`,
  } as unknown as SourceState;
  const memory = { get: <T>() => "remembered" as T, set() {} };
  const stop = new AbortController();
  const findings = noFindings();
  const clock = new SimulatedClock();
  const progress = { wanted: () => 1, newIn: () => 0 };
  const operation = {
    path: "/api/toy/rows",
    warnings: { radius_without_location: "A warning." },
  } satisfies SiteDeps["operation"];
  const site = openSite({ operation, state, memory, fetcher, signal: stop.signal, findings, progress, clock, ahead });
  return { site, requested, stop, findings, clock };
}

const paths = (count: number) => Array.from({ length: count }, (_, at) => ({ path: `/${at + 1}` }));
const turn = () => new Promise((resolve) => setImmediate(resolve));

test("a site has its source's origins and settings", () => {
  const { site, findings, stop, clock } = siteOf(1);
  expect([site.origin, site.originOf("api"), site.setting("city")]).toEqual([
    "https://site.example",
    "https://api.example",
    "city set",
  ]);
  expect([site.signal, site.now(), site.memory.get("x")]).toEqual([stop.signal, clock.now(), "remembered"]);
  site.report({ sourceLimited: true });
  expect(findings.sourceLimited).toBe(true);
});

test("an operation reports only the warnings that its description names", () => {
  const { site, findings } = siteOf(1);
  site.report({ warnings: ["radius_without_location"] });
  expect(findings.warnings).toEqual(["radius_without_location"]);
  expect(() => site.report({ warnings: ["stream_left"] })).toThrow(
    '/api/toy/rows reports stream_left, which its "warnings"',
  );
});

test("pages are requested concurrently, up to the limit, and yielded in order", async () => {
  const { site, requested, stop } = siteOf(2);
  const pages: unknown[] = [];
  const reading = (async () => {
    for await (const page of site.readAll(paths(4), () => null)) pages.push(page);
  })();
  await turn();
  expect(requested.map(({ path }) => path)).toEqual(["/1", "/2"]);
  requested[1]!.come("two");
  await turn();
  expect([pages, requested.length]).toEqual([[], 2]);
  requested[0]!.come("one");
  await turn();
  expect(requested).toHaveLength(4);
  requested[3]!.come("four");
  requested[2]!.come("three");
  await reading;
  expect(pages).toEqual(["one", "two", "three", "four"]);
  expect(requested[0]!.signal.aborted).toBe(true);
  expect(getEventListeners(stop.signal, "abort")).toEqual([]);
});

test("a failure is thrown at its page's turn; the pages before it may be enough", async () => {
  const { site, requested } = siteOf(3);
  const pages = site.readAll(paths(3), () => null)[Symbol.asyncIterator]();
  const first = pages.next();
  await turn();
  requested[1]!.fail(new Error("broken"));
  requested[0]!.come("one");
  expect(await first).toEqual({ done: false, value: "one" });
  await expect(pages.next()).rejects.toThrow("broken");
  expect(requested[2]!.signal.aborted).toBe(true);
});

test("a reader that stops early cancels requests in flight, and closes the list of pages", async () => {
  const { site, requested, stop } = siteOf(2);
  let closed = false;
  function* endless() {
    try {
      for (let at = 1; ; at++) yield { path: `/${at}` };
    } finally {
      closed = true;
    }
  }
  const reading = (async () => {
    for await (const page of site.readAll(endless(), () => null)) return page;
  })();
  await turn();
  requested[0]!.come("one");
  expect(await reading).toBe("one");
  expect([closed, requested.length, requested[1]!.signal.aborted, stop.signal.aborted]).toEqual([true, 3, true, false]);
});
