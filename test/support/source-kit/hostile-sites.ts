import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../../src/app/config.ts";
import { openAccounts } from "../../../src/app/open-accounts.ts";
import { requestDefaults } from "../../../src/contract/canary.ts";
import { WinnowError } from "../../../src/contract/errors.ts";
import type { Source } from "../../../src/contract/source.ts";
import { createEngine, unconfigured } from "../../../src/extraction/engine.ts";
import { newCallState } from "../../../src/service/operation-call.ts";
import { createRegistry } from "../../../src/service/registry.ts";
import { createService } from "../../../src/service/service.ts";
import { acceleratedClock } from "../../../src/source-testing/accelerated-clock.ts";
import { parseFault } from "../../../src/stand-ins/faults.ts";
import { serveStandIns } from "../../../src/stand-ins/serve.ts";
import { serviceParts } from "../service/service-parts.ts";

/** What a well-meaning site may do to its visitors, as faults of the stand-ins. */
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
  /** Status and code, or the number of records out of those requested. */
  answer: string;
  status: number;
  /** All requests that reached the site, including robots.txt. */
  requests: number;
  /** The cost in the caller's ledger. */
  charged: number;
}

export interface HostileWorld {
  meet(source: Source, behaviour: string): Promise<HostileOutcome>;
  close(): Promise<void>;
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };
/** More than one page of any source, so that the table covers paging. */
const WANTED = 60;
const NAME = "site.test";

/** Accounts, a ledger, and sites that are difficult but fair. */
export async function openHostileWorld(): Promise<HostileWorld> {
  const folder = await mkdtemp(join(tmpdir(), "winnow-hostile-"));
  const { accounts, metering, ...parts } = await openAccounts(readConfig({ DATA_DIR: folder }));
  let callers = 0;

  async function newCaller() {
    const { id } = await accounts.createAccount({ email: `caller-${++callers}@test.example`, plan: "enterprise" });
    const { secret } = await accounts.createKey(id, { name: "hostile" });
    const caller = await accounts.ownerOf(secret);
    return caller!;
  }

  /** Calls the first operation of a source as at a live site (rate, robots.txt, cookies, pauses), at many times the speed. */
  async function meet(source: Source, behaviour: string): Promise<HostileOutcome> {
    let requests = 0;
    const served = await serveStandIns([source], { faults: {}, onCall: () => requests++ });
    const isApex = behaviour === "apex";
    const origin = served.originOf(source.name);
    const clock = acceleratedClock(50);
    const engine = createEngine({
      ...unconfigured,
      sources: [source],
      originOf: () => (isApex ? origin.replace("127.0.0.1", NAME) : origin),
      // Only a stand-in's `www` may be on loopback.
      isStandIn: () => isApex,
      resolve: async (name) => (name.endsWith(NAME) || name === "127.0.0.1" ? ["127.0.0.1"] : []),
      log: silent,
      unreadableDir: join(folder, "unreadable"),
      clock,
      random: () => 0.5,
    });
    const registry = createRegistry([source]);
    const service = createService({
      ...serviceParts(parts.store, clock),
      registry,
      accounts,
      metering,
      engine,
      clock,
      log: silent,
    });
    const [entry] = registry.entries as [(typeof registry.entries)[number]];
    const { operation } = entry;
    try {
      await served.setFault(source.name, parseFault(behaviour));
      const caller = await newCaller();
      const before = await metering.peek(caller);
      const request = { ...requestDefaults(operation), ...operation.examples[0], timeout: 120 };
      const state = newCallState(clock.now());
      const outcome = await service
        .run({
          entry,
          caller,
          state,
          entryPoint: "http",
          options: {},
          disconnect: new AbortController().signal,
          request: "count" in request ? { ...request, count: WANTED } : request,
        })
        .then(
          ({ count }) => ({ status: 200, answer: `200, ${count} records${end(state.facts?.resultsEnd)}` }),
          (error: unknown) => failure(error),
        );
      const charged = before.points - (await metering.peek(caller)).points;
      return { source: source.name, behaviour, requests, charged, ...outcome };
    } finally {
      await engine.close();
      await served.close();
    }
  }

  return {
    meet,
    async close() {
      await parts[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const end = (resultsEnd: string | null | undefined): string =>
  !resultsEnd || resultsEnd === "count" ? "" : `, ${resultsEnd}`;

function failure(error: unknown): { status: number; answer: string } {
  if (!(error instanceof WinnowError)) throw error;
  return { status: error.status, answer: `${error.status} ${error.code}` };
}

/** The table for docs: a row per behaviour, a column per source. */
export function hostileTable(outcomes: HostileOutcome[]): string {
  const sources = [...new Set(outcomes.map(({ source }) => source))];
  const cell = (source: string, behaviour: string) => {
    const found = outcomes.find((outcome) => outcome.source === source && outcome.behaviour === behaviour);
    return found ? `${found.answer}<br>requests ${found.requests}, charged ${found.charged}` : "";
  };
  const rows = Object.entries(hostileBehaviours).map(
    ([behaviour, words]) =>
      `| \`${behaviour}\`: ${words} | ${sources.map((source) => cell(source, behaviour)).join(" | ")} |`,
  );
  return [`| the site | ${sources.join(" | ")} |`, `| --- |${sources.map(() => " --- |").join("")}`, ...rows].join(
    "\n",
  );
}
