import { afterEach, expect, test } from "vitest";
import { httpProxy, type TestProxy } from "../../../test/support/extraction/proxy-servers.ts";
import { acceleratedClock } from "../../source-testing/accelerated-clock.ts";
import { savedAnswer } from "../../source-testing/saved-answer.ts";
import { type StandInBench, standInFor } from "../../source-testing/stand-in-for.ts";
import { toySource } from "../../source-testing/toy-source.ts";
import { GoodPages } from "./good-pages.ts";

const opened: Array<{ close(): unknown }> = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});
const open = <T extends TestProxy | StandInBench>(one: T): T => {
  opened.unshift(one);
  return one;
};

const STRANGE = "<html><head><title>Hello</title></head><body><p>Nothing to see here.</p></body></html>";
const strange = async () => open(await httpProxy({ shows: () => STRANGE }));
const source = toySource({ landmarks: ['class="rows"'] });
const bench = async (routes: string) =>
  open(await standInFor(source, { sites: { toy: { routes } }, clock: acceleratedClock(20) }));
const rows = source.operations[0];

test("a page without any landmark is requested once more on the next route, and the first route rests", async () => {
  const first = await strange();
  const site = await bench(`${first.url},direct`);
  expect(await site.run(rows, { count: 20 })).toHaveLength(20);
  expect(await site.run(rows, { count: 20 })).toHaveLength(20);
  expect(first.passed).toHaveLength(1);
});

test("if the next route shows it too, it is unreadable: no third route is tried, and none rests", async () => {
  const [first, second, third] = [await strange(), await strange(), await strange()];
  const site = await bench(`${first.url},${second.url},${third.url}`);
  await expect(site.run(rows, { count: 20 })).rejects.toMatchObject({ code: "unreadable" });
  expect([first, second, third].map(({ passed }) => passed.length)).toEqual([1, 1, 0]);
  expect(site.engine.health()[0]!.routes.map(({ cooling }) => cooling)).toEqual([false, false, false]);
});

test("if the next route does not respond, the caller still gets what the site showed", async () => {
  const first = await strange();
  const site = await bench(`${first.url},http://127.0.0.1:1`);
  await expect(site.run(rows, { count: 20 })).rejects.toMatchObject({
    code: "unreadable",
    page: { status: 200, title: "Hello" },
  });
});

test("an unreadable page with a landmark is not suspected", async () => {
  const first = open(await httpProxy({ shows: () => STRANGE.replace("<p>", '<p class="rows">') }));
  const site = await bench(`${first.url},direct`);
  await expect(site.run(rows, { count: 20 })).rejects.toMatchObject({ code: "unreadable" });
  expect(site.calls).toHaveLength(0);
});

test("a known wall with status 200 rests its route, and the next one is used", async () => {
  const wall = open(await httpProxy({ shows: () => STRANGE.replace("<p>", '<p id="px-captcha">') }));
  const site = await bench(`${wall.url},direct`);
  expect(await site.run(rows, { count: 20 })).toHaveLength(20);
  expect(site.engine.health()[0]!.routes.map(({ cooling }) => cooling)).toEqual([true, false]);
});

const large = (title: string, bytes = 40_000) =>
  savedAnswer(`<html><title>${title}</title>${"x".repeat(bytes)}</html>`);
const learned = (...pages: Parameters<GoodPages["note"]>[0][]) => {
  const good = new GoodPages({});
  for (const page of pages) good.note(page);
  return good;
};

test("without declared landmarks, the last good pages decide by size", () => {
  const good = learned(large("Lamps"), large("Desks", 80_000));
  expect(good.suspicion(large("Lamps", 9_000))).toMatch(
    /^it has 90\d\d bytes, and the last good pages have at least 400/,
  );
  expect(good.suspicion(large("Lamps", 11_000))).toBeNull();
});

test("without declared landmarks, the words that every good title has decide", () => {
  const good = learned(large("Lamps | Acme shop"), large("Desks | Acme shop"));
  expect(good.suspicion(large("One second"))).toBe('its title "One second" is none of the source\'s');
  expect(good.suspicion(large("Chairs | ACME"))).toBeNull();
  expect(learned(large("Lamps | Acme")).suspicion(large("One second"))).toBeNull();
});

test("a page where good responses are data is suspected; data never is", () => {
  const data = savedAnswer('{"rows":[]}');
  expect(learned(data).suspicion(large("Hello"))).toBe("it is a page instead of data");
  expect(learned(large("Lamps"), data).suspicion(large("Lamps"))).toBeNull();
  expect(learned(large("Lamps")).suspicion(savedAnswer("{}"))).toBeNull();
  expect(learned().suspicion(large("Hello"))).toBeNull();
});
