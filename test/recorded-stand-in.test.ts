import { expect, test } from "vitest";
import template from "../src/cli/source-template/source.ts";
import { redactRecordings } from "../src/cli/workshop/redact/redact-recordings.ts";
import { listExchanges } from "../src/cli/workshop/redact.ts";
import { requestDefaults } from "../src/contract/canary.ts";
import type { Source } from "../src/contract/source.ts";
import { createRecorder } from "../src/extraction/recording/recorder.ts";
import { replay } from "../src/extraction/recording/replay.ts";
import { recordedStandIn } from "../src/source-kit/stand-in/stand-in.ts";
import { sourceSuite } from "../src/source-testing/source-suite.ts";
import { standInFor } from "../src/source-testing/stand-in-for.ts";

/** Records as `winnow record` does, with a page and part of each list, for two questions of each operation. */
async function recorded(source: Source) {
  const bench = await standInFor(source);
  const recordings = [];
  for (const [operation, example] of source.operations.flatMap((one) =>
    one.examples.map((body) => [one, body] as const),
  )) {
    const count = "count" in operation.request.properties ? { count: 30 } : {};
    const request = { ...requestDefaults(operation), ...example, ...count };
    const about = { source: source.name, operation: operation.path, request, origins: { site: bench.origin } };
    const recorder = createRecorder(about, Date.now);
    const run = bench.engine.extract({
      source,
      operation,
      request,
      caller: "test",
      requestId: crypto.randomUUID(),
      disconnect: new AbortController().signal,
      recorder,
    });
    await Array.fromAsync(run);
    recordings.push(recorder.recording());
  }
  await bench.close();
  return recordings;
}

const recordings = await recorded(template);
const redacted = await redactRecordings(recordings, (one) => replay(one, template));
const lists = {
  "/items-search": {
    rows: "items",
    page: "page",
    words: ["q"],
    echo: { q: "query" },
    total: "total",
    number: "page",
    lastPage: "pages",
  },
};
const exchanges = listExchanges(redacted.recordings);
const standIn = recordedStandIn(exchanges, lists);
const [first, ...rest] = template.operations.map((operation) => ({
  ...operation,
  examples: redacted.recordings
    .filter((recording) => recording.operation === operation.path)
    .map(({ request }) => request) as typeof operation.examples,
}));
const source: Source = { ...template, operations: [first!, ...rest], standIn: async () => standIn };

test("keeps only those words of the site that its requests and readers need", () => {
  expect(redacted.kept).toEqual(expect.arrayContaining(["items", "search"]));
  expect(JSON.stringify(exchanges)).not.toMatch(/lamp for every room/i);
});

test("builds other pages and searches from the recorded rows if a table says how", async () => {
  const ask = async (path: string) => {
    const { status, body } = await standIn.answer({
      method: "GET",
      url: new URL(path, "http://127.0.0.1:1"),
      headers: {},
      body: "",
    });
    return status === 200 ? JSON.parse(String(body)) : status;
  };
  const all = await ask("/items-search");
  expect(all).toMatchObject({ total: 96, page: 1, pages: 4, items: { length: 24 } });
  expect((await ask("/items-search?page=2")).items).toHaveLength(24);
  expect(await ask("/items-search?page=5")).toBe(404);
  const { name } = all.items[0];
  const found = await ask(`/items-search?${new URLSearchParams({ q: name })}`);
  expect(found.items.map((item: { name: string }) => item.name)).toContain(name);
  expect(found.total).toBeLessThan(96);
  expect(await ask("/nowhere")).toBe(404);
});

// Runs the full suite of a source on a stand-in made only of recordings.
sourceSuite(source);
