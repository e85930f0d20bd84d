import { beforeAll, describe, expect, test } from "vitest";
import type { WinnowError } from "../../contract/errors.ts";
import type { Operation } from "../../contract/operation.ts";
import type { Source } from "../../contract/source.ts";
import { acceleratedClock } from "./accelerated-clock.ts";
import { documentedFaults } from "./documented-faults.ts";
import { vitalName } from "./rename-drill.ts";
import { standInFor } from "./stand-in-for.ts";
import { standInPages } from "./stand-in-pages.ts";

/** So many times faster than life: the more is waited for; as in life where the machine has bytes to move. */
const speeds: Record<string, number> = { "408": 200, "412": 40 };
const speedFor = (fault: string, answer: string) => (TOO_LARGE.test(fault) ? 1 : (speeds[answer.slice(0, 3)] ?? 10));
/** Too many bytes, which the engine bounds whatever is read: tried with a source's first operation, since moving them takes long. */
const TOO_LARGE = /^(huge|bomb)/;
/** After a deadline the caller is answered within so many turns of the event loop. */
const TURNS = 20;
const TIMEOUT_SECONDS = 20;

/** Each fault of the stand-in has its documented answer, in time, and leaves no wait and no connection behind. */
export function faultSuite(source: Source, operation: Operation): void {
  const [example] = operation.examples;
  const isFirst = operation.path === source.operations[0].path;
  const faults = Object.values(documentedFaults)
    .flat()
    .filter(({ fault }) => isFirst || !TOO_LARGE.test(fault));

  describe("while the site fails", () => {
    let vital: string;
    // The stand-in lives in the same process: making its catalogue must not count as the engine's time.
    beforeAll(async () => {
      vital = vitalName(await standInPages(source, operation));
    });

    test.each(faults)("$fault is $answer", async ({ fault, answer, or }) => {
      const speed = speedFor(fault, answer);
      const clock = acceleratedClock(speed);
      const bench = await standInFor(source, { clock });
      try {
        await bench.fault(fault === "rename" ? `rename:${vital}` : fault);
        const started = clock.now();
        const { outcome, message } = await bench.run(operation, { ...example, timeout: TIMEOUT_SECONDS }).then(
          () => ({ outcome: "200 ok", message: "" }),
          (error: WinnowError) => ({ outcome: `${error.status} ${error.code}`, message: error.message }),
        );
        expect(clock.now() - started).toBeLessThan(TIMEOUT_SECONDS * 1000 + TURNS * speed);
        expect([answer, or], message).toContain(outcome);
        expect(clock.pending()).toBe(0);
      } finally {
        await bench.engine.close();
        await bench.quiet();
        await bench.close();
      }
    });
  });
}
