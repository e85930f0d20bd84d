import { expect, test } from "vitest";
import { requestDefaults } from "../../../contract/canary.ts";
import { savedAnswer } from "../../../extraction/answer.ts";
import type { Recording } from "../../../extraction/recording/recording.ts";
import { savedRecords } from "../../../extraction/row-accounting.ts";
import { capturesOf, readingContext } from "../../../source-testing/saved-answer.ts";
import { findSource } from "../../../sources/find-sources.ts";
import { redactRecordings } from "./redact-recordings.ts";

type Rec = Record<string, unknown>;

function textsIn(json: string): string[] {
  const texts: string[] = [];
  JSON.parse(json, (_, value) => {
    if (typeof value === "string") texts.push(value);
    return value;
  });
  return texts;
}

/** Longer pieces of the site's own text must not survive. */
const LONGEST_SURVIVOR = 24;

test.skipIf(capturesOf("stays") === null).each([
  ["bizbureau", 0, "api-search-composite-7-rows-2026-09.json", 7],
  ["ruretail", 0, "graphql-category-filtered-2024-08.json", 9],
  ["stays", 0, "graphql-results-2026-03.json", 50],
] as const)(
  "%s: as many records with the same fields filled, and none of the site's text",
  async (name, nth, file, count) => {
    const source = await findSource(name);
    const operation = source.operations[nth]!;
    const text = capturesOf(name)!(file);
    const recording: Recording = {
      source: name,
      operation: operation.path,
      startedAt: 0,
      truncated: false,
      remembered: [],
      request: { ...requestDefaults(operation), ...operation.examples[0] },
      origins: { site: "https://site.example" },
      exchanges: [
        {
          at: 0,
          url: "https://site.example/",
          method: "GET",
          status: 200,
          headers: {},
          setCookies: [],
          requestHeaders: {},
          requestBody: null,
          body: Buffer.from(text),
        },
      ],
    };
    const read = async ({ request, exchanges: [exchange] }: Recording) =>
      savedRecords(operation, savedAnswer(exchange!.body), request, readingContext) as Rec[];
    const { recordings, records } = await redactRecordings([recording], read);
    expect(records).toBe(count);
    const made = Buffer.from(recordings[0]!.exchanges[0]!.body).toString();
    const long = textsIn(text).filter((words) => words.length > LONGEST_SURVIVOR && /\p{L}{3,}/u.test(words));
    expect(long.length).toBeGreaterThan(10);
    const survivors = textsIn(made).join("\n");
    expect(long.filter((words) => survivors.includes(words))).toEqual([]);
  },
);
