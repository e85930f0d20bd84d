import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultsOf } from "../../contract/canary.ts";
import { WinnowError } from "../../contract/errors.ts";
import type { Source } from "../../contract/source.ts";
import { createEngine } from "../../extraction/engine.ts";
import { acceleratedClock } from "../../extraction/testing/accelerated-clock.ts";
import { parseFault } from "../../stand-ins/faults.ts";
import { serveStandIns } from "../../stand-ins/serve.ts";

/** What a site may do to its visitors that means them no harm, as faults of the stand-ins. */
export const hostileBehaviours: Record<string, string> = {
  interstitial: "a page first that sets a cookie and reloads, to every visitor",
  accepted: "202 without a word first",
  cookie: "a cookie is required",
  offset: "the page's number is ignored",
  "400": "400 once, as for a GraphQL type that is not known",
  apex: "the bare name sends to www",
  "robots:0": "robots.txt allows nothing",
  "robots:200": "a page in the place of robots.txt",
  "robots:202": "robots.txt is 202",
  "robots:403": "robots.txt is 403",
  "robots:429": "robots.txt is 429",
  "robots:503": "robots.txt is 503",
};

export interface HostileOutcome {
  source: string;
  behaviour: string;
  /** Status and code, or how many records of how many wanted. */
  answer: string;
  status: number;
  /** All that reached the site, robots.txt included. */
  requests: number;
}

const silent = { debug() {}, info() {}, warn() {} };
/** More than a page of any of them: paging is part of the table. */
const WANTED = 60;
const NAME = "site.test";

/** The first operation of a source as at a live site (rate, robots.txt, cookies, pauses), at many times the speed. */
export async function meetHostile(source: Source, behaviour: string): Promise<HostileOutcome> {
  let requests = 0;
  const served = await serveStandIns([source], { faults: {}, onCall: () => requests++ });
  const folder = await mkdtemp(join(tmpdir(), "winnow-hostile-"));
  const isApex = behaviour === "apex";
  const origin = served.originOf(source.name);
  const [operation] = source.operations as [Source["operations"][number]];
  const engine = createEngine({
    sources: [source],
    originOf: () => (isApex ? origin.replace("127.0.0.1", NAME) : origin),
    // Only a stand-in's `www` may be on loopback.
    isStandIn: () => isApex,
    resolve: async (name) => (name.endsWith(NAME) || name === "127.0.0.1" ? ["127.0.0.1"] : []),
    log: silent,
    unreadableDir: join(folder, "unreadable"),
    clock: acceleratedClock(50),
    random: () => 0.5,
  });
  try {
    await served.setFault(source.name, parseFault(behaviour));
    const request = { ...defaultsOf(operation), ...operation.examples[0], timeout: 120 };
    const run = engine.extract({
      ...{ source, operation, request: "count" in request ? { ...request, count: WANTED } : request },
      ...{
        requestId: "00000000-0000-4000-8000-000000000000",
        caller: "hostile",
        disconnect: new AbortController().signal,
      },
    });
    const outcome = await Array.fromAsync(run).then(
      (records) => ({
        status: 200,
        answer: `200, ${records.length} records${run.resultsEnd === "count" ? "" : `, ${run.resultsEnd}`}`,
      }),
      (error: unknown) => failureOf(error),
    );
    return { source: source.name, behaviour, requests, ...outcome };
  } finally {
    await engine.close();
    await served.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function failureOf(error: unknown): { status: number; answer: string } {
  if (!(error instanceof WinnowError)) throw error;
  return { status: error.status, answer: `${error.status} ${error.code}` };
}

/** The table for people: a row for each behaviour, a column for each source. */
export function hostileTable(outcomes: HostileOutcome[]): string {
  const sources = [...new Set(outcomes.map(({ source }) => source))];
  const cell = (source: string, behaviour: string) => {
    const found = outcomes.find((outcome) => outcome.source === source && outcome.behaviour === behaviour);
    return found ? `${found.answer} (${found.requests})` : "";
  };
  const rows = Object.entries(hostileBehaviours).map(
    ([behaviour, words]) =>
      `| \`${behaviour}\`: ${words} | ${sources.map((source) => cell(source, behaviour)).join(" | ")} |`,
  );
  return [`| the site | ${sources.join(" | ")} |`, `| --- |${sources.map(() => " --- |").join("")}`, ...rows].join(
    "\n",
  );
}
