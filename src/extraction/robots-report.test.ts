import { expect, test } from "vitest";
import { SimulatedClock } from "../base/clock.ts";
import type { Source } from "../contract/source.ts";
import { toySource } from "../source-testing/toy-source.ts";
import { firstRequest } from "./first-request.ts";
import { createRobotsReport } from "./robots-report.ts";
import { type RobotsStatement, robotsStatements } from "./robots-statement.ts";
import type { Engine } from "./types.ts";

type Rule = Awaited<ReturnType<Engine["robotsRuleOf"]>>;
const originOf = (source: string, name: string) => `https://${name}.${source}.example`;
const turn = () => new Promise((resolve) => setImmediate(resolve));

function asking(rule: Rule | Error = { allowed: true, line: null, text: null, usage: [] }) {
  const requested: string[] = [];
  const engine = {
    async robotsRuleOf(source: string, { path }: { path: string }) {
      requested.push(`${source} ${path}`);
      if (rule instanceof Error) throw rule;
      return rule;
    },
  };
  return { requested, engine };
}

test("each operation's first page is checked, with its first example", async () => {
  const { engine, requested } = asking();
  const source = toySource();
  const statements = await Array.fromAsync(robotsStatements([source], engine, originOf));
  expect(requested).toEqual(["toy /rows?page=1&keyword="]);
  expect(statements).toEqual([
    { source, operation: source.operations[0], kind: "allowed", words: "robots.txt allows it", cure: null },
  ]);
});

test("what robots.txt states about the use of content is reported, and decides nothing", async () => {
  const { engine } = asking({ allowed: true, line: null, text: null, usage: ["Content-Usage: train-ai=n"] });
  expect(await Array.fromAsync(robotsStatements([toySource()], engine, originOf))).toMatchObject([
    {
      kind: "allowed",
      words: expect.stringContaining("how content may be used: Content-Usage: train-ai=n"),
      cure: null,
    },
  ]);
});

test("a rule is reported with its line and page but without the request, and with advice", async () => {
  const { engine } = asking({ allowed: false, line: 3, text: "Disallow: /rows", usage: [] });
  expect(await Array.fromAsync(robotsStatements([toySource()], engine, originOf))).toMatchObject([
    {
      kind: "forbidden",
      words: "robots.txt does not allow /rows (line 3: Disallow: /rows)",
      cure: expect.stringContaining("WINNOW_TOY_ROBOTS=ignore"),
    },
  ]);
});

test("an unreadable robots.txt is unknown, with the reason and what to check", async () => {
  const { engine } = asking(new Error("no such host"));
  expect(await Array.fromAsync(robotsStatements([toySource()], engine, originOf))).toMatchObject([
    {
      kind: "unknown",
      words: "robots.txt could not be read: no such host",
      cure: expect.stringContaining("Check WINNOW_TOY_ORIGIN"),
    },
  ]);
});

test("an operation without requests has no statement; its own errors propagate", async () => {
  const source = toySource();
  const { engine, requested } = asking();
  const silent: Source = { ...source, operations: [{ ...source.operations[0], async *run() {} }] };
  expect(await Array.fromAsync(robotsStatements([silent], engine, originOf))).toEqual([]);
  expect(requested).toEqual([]);
  const run = () => {
    throw new Error("broken");
  };
  const broken = { ...source.operations[0], run };
  await expect(firstRequest(source, broken, {}, () => "https://x.example")).rejects.toThrow("broken");
});

test("the first request is what a run would send, with the manifest's settings and an empty memory", async () => {
  const source = { ...toySource(), settings: { city: { description: "", default: "Riga" } } } as unknown as Source;
  const seen: unknown[] = [];
  const operation = {
    ...source.operations[0],
    async *run(_body: unknown, site: Parameters<Source["operations"][0]["run"]>[1]) {
      site.report({});
      site.memory.set("a", 1, 60);
      seen.push(site.origin, site.originOf("api"), site.setting("city"), site.setting("none"), site.memory.get("a"));
      seen.push(site.signal.aborted, typeof site.now());
      yield (await site.read({ path: "/one" }, () => ({}))) as never;
    },
  };
  const request = await firstRequest(source, operation, {}, (name) => `https://${name}.example`);
  expect(request).toEqual({ path: "/one" });
  expect(seen).toEqual(["https://site.example", "https://api.example", "Riga", "", undefined, false, "number"]);
});

test("a report is at most an hour old; the first reader starts one refresh", async () => {
  const { engine, requested } = asking();
  const clock = new SimulatedClock();
  const heard: RobotsStatement[] = [];
  const parts = { sources: [toySource()], engine, originOf, clock };
  const report = createRobotsReport({ ...parts, onStatement: (statement) => void heard.push(statement) });
  expect([report.of("toy"), report.of("toy")]).toEqual([[], []]);
  await turn();
  await turn();
  expect(requested).toHaveLength(1);
  expect(report.of("toy")).toMatchObject([{ kind: "allowed" }]);
  expect([heard.length, report.of("other")]).toEqual([1, []]);
  clock.advance(3600_000);
  report.of("toy");
  await turn();
  expect(requested).toHaveLength(1);
  clock.advance(1);
  report.of("toy");
  await report.ask();
  expect(requested).toHaveLength(2);
  await Promise.all([report.ask(), report.ask()]);
  expect(requested).toHaveLength(3);
});
