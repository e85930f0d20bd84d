import { expect, test } from "vitest";
import template from "../src/cli/source-template/source.ts";
import { redactRecordings } from "../src/cli/workshop/redact/redact-recordings.ts";
import { listExchanges, replayOn } from "../src/cli/workshop/redact.ts";
import { requestDefaults } from "../src/contract/canary.ts";
import { NoSuchThing } from "../src/contract/errors.ts";
import type { Answer } from "../src/contract/site.ts";
import type { Source } from "../src/contract/source.ts";
import { createRecorder } from "../src/extraction/recording/recorder.ts";
import { defineRequest, oneOf } from "../src/source-kit/request.ts";
import { html, recordedStandIn } from "../src/source-kit/stand-in/stand-in.ts";
import { sourceSuite } from "../src/source-testing/source-suite.ts";
import { standInFor } from "../src/source-testing/stand-in-for.ts";

/** The template, on a site that answers for a thing that does not exist with the status 200. */
const soft: Source = {
  ...template,
  standIn: async () => {
    const { answer, challenge } = await template.standIn();
    const said = html("<!DOCTYPE html><html><body><h1>Lantern</h1><p class='gone'>Unfindable</p></body></html>");
    return {
      challenge,
      answer: async (call) => {
        const reply = await answer(call);
        return reply.status === 404 && call.url.pathname.startsWith("/profiles/") ? said : reply;
      },
    };
  },
};
const saysGone = (answer: Answer) => /class="gone"|class='gone'/.test(answer.text());
const KEYWORDS = ["lamp", "chair"];
/** The search takes closed values only. */
const closed = (request: Source["operations"][0]["request"]) =>
  "keyword" in request.properties
    ? defineRequest(request.title, { ...request.properties, keyword: oneOf(KEYWORDS, { description: "Search text." }) })
    : request;
soft.operations = soft.operations.map((one) => ({
  ...one,
  request: closed(one.request),
  run: (body, site) =>
    one.run(body, {
      ...site,
      read: (request, reader) =>
        site.read(request, (answer) => {
          if (saysGone(answer)) throw new NoSuchThing();
          return reader(answer);
        }),
    }),
})) as typeof soft.operations;
const MISSING = { item: "999999" };

/** Records as `winnow record` does, with a page and part of each list, for two questions of each operation. */
async function recorded(source: Source) {
  const bench = await standInFor(source);
  const recordings = [];
  for (const [operation, example] of source.operations.flatMap((one) =>
    [...one.examples, ...(one.path.endsWith("/profiles") ? [MISSING] : [])].map((body) => [one, body] as const),
  )) {
    const count = "count" in operation.request.properties ? { count: 30 } : {};
    const request: Record<string, unknown> = { ...requestDefaults(operation), ...example, ...count };
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
    await Array.fromAsync(run).catch((error: unknown) => expect(error).toBeInstanceOf(NoSuchThing));
    recordings.push(recorder.recording());
  }
  await bench.close();
  return recordings;
}

const recordings = await recorded(soft);
const redacted = await redactRecordings(recordings, replayOn(soft));
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
const [first, ...rest] = soft.operations.map((operation) => ({
  ...operation,
  examples: redacted.recordings
    .filter((recording, nth) => recording.operation === operation.path && !redacted.missing[nth])
    .map(({ request }) => request) as typeof operation.examples,
}));
const source: Source = { ...soft, operations: [first!, ...rest], standIn: async () => standIn };

test("keeps only those words of the site that its requests and readers need", () => {
  expect(redacted.kept).toEqual(expect.arrayContaining(["items", "search"]));
  expect(JSON.stringify(exchanges)).not.toMatch(/lamp for every room/i);
});

test("the requests are still ones that the operation takes: values of a closed list stay", () => {
  const keywords = redacted.recordings.flatMap(({ request }) => request.keyword ?? []);
  expect([...new Set(keywords)]).toEqual(KEYWORDS);
});

test("a page that says with the status 200 that its thing does not exist is part of the recordings", () => {
  expect(redacted.missing.filter(Boolean)).toHaveLength(1);
  expect(JSON.stringify(exchanges)).not.toMatch(/Lantern|Unfindable/);
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
const { item } = redacted.recordings[redacted.missing.indexOf(true)]!.request;
sourceSuite(source, { missing: { profiles: [{ item }] } });
