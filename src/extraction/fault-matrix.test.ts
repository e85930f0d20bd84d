import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { WinnowError } from "../contract/errors.ts";
import { loadSources } from "../contract/load-sources.ts";
import type { Operation } from "../contract/operation.ts";
import { type FaultKind, faultKinds } from "../stand-ins/faults.ts";
import { acceleratedClock } from "./testing/accelerated-clock.ts";
import { standInFor } from "./testing/stand-in-for.ts";

/** So many times faster than life; as in life where nothing is waited for and the machine has bytes to move. */
const speedFor = (fault: string, status: number) => (/^(huge|bomb)/.test(fault) ? 1 : status === 408 ? 40 : 10);
/** After a deadline the caller is answered within so many turns of the event loop. */
const TURNS = 20;
const TIMEOUT_SECONDS = 20;
const sources = await loadSources(join(import.meta.dirname, "../sources"));

/**
 * What a caller is told while the site does this. Every fault there is has a row. A second answer is that of a
 * source which reads redirects itself, because its site says "no such thing" with one; or whose pages carry their
 * data twice, so that the renamed field was not lost.
 */
const documented: Record<FaultKind, Array<[fault: string, status: number, code: string, other?: string]>> = {
  refuse: [["refuse", 412, "not_responding"]],
  reset: [["reset:1", 412, "not_responding"]],
  hang: [["hang", 408, "deadline"]],
  drip: [["drip:20", 408, "deadline"]],
  huge: [["huge", 500, "unreadable"]],
  bomb: [["bomb", 500, "unreadable"]],
  charset: [["charset", 200, "ok"]],
  truncate: [["truncate", 412, "not_responding"]],
  circle: [["circle", 412, "blocked", "500 unreadable"]],
  elsewhere: [["elsewhere", 412, "blocked", "412 no_such_thing"]],
  "403": [["403", 412, "blocked"]],
  "429": [
    ["429", 412, "blocked"],
    ["429:1", 412, "blocked"],
    ["429:3600", 412, "asked_to_wait"],
  ],
  "500": [
    ["500", 412, "not_responding"],
    ["500:30", 200, "ok"],
  ],
  challenge: [["challenge", 412, "blocked"]],
  rename: [["rename", 500, "unreadable", "200 whole"]],
  latency: [
    ["latency:20", 200, "ok"],
    ["latency:60000", 408, "deadline"],
  ],
};

test("every fault has a documented answer", () => {
  expect(Object.keys(documented).sort()).toEqual(Object.keys(faultKinds).sort());
});

describe.each(sources)("$name", (source) => {
  // The stand-in lives in the same process: making its catalogue must not count as the engine's time.
  beforeAll(async () => {
    const bench = await standInFor(source);
    await bench.run(source.operations[0], { ...source.operations[0].examples[0] });
    await bench.close();
  });

  test.each(Object.values(documented).flat())(
    "%s is %i %s, in time, with nothing left behind",
    async (fault, status, code, other) => {
      const speed = speedFor(fault, status);
      const clock = acceleratedClock(speed);
      const bench = await standInFor(source, { clock });
      const [operation] = source.operations;
      try {
        await bench.fault(fault);
        const started = clock.now();
        const outcome = await bench.run(operation, { ...operation.examples[0], timeout: TIMEOUT_SECONDS }).then(
          (records) => ({ status: 200, code: fault === "rename" ? wholeness(operation, records) : "ok", message: "" }),
          (error: unknown) => error as WinnowError,
        );
        expect(clock.now() - started).toBeLessThan(TIMEOUT_SECONDS * 1000 + TURNS * speed);
        expect([`${status} ${code}`, other], outcome.message).toContain(`${outcome.status} ${outcome.code}`);
        expect(clock.pending()).toBe(0);
      } finally {
        await bench.engine.close();
        await bench.quiet();
        await bench.close();
      }
    },
  );
});

/** Whether the fields that a healthy page always fills are all filled. */
function wholeness(operation: Operation, records: Array<Record<string, unknown>>): string {
  const fields = Object.entries(operation.record.properties as Record<string, { "x-filled"?: boolean }>);
  const filled = fields.filter(([, field]) => field["x-filled"]).map(([name]) => name);
  return records.every((record) => filled.every((name) => record[name] !== null)) ? "whole" : "emptied";
}
