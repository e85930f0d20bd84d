import { beforeAll, describe, expect, test } from "vitest";
import type { WinnowError } from "../contract/errors.ts";
import type { Operation } from "../contract/operation.ts";
import type { Source } from "../contract/source.ts";
import { acceleratedClock } from "./accelerated-clock.ts";
import { documentedFaults } from "./documented-faults.ts";
import { vitalName } from "./rename-drill.ts";
import { standInFor } from "./stand-in-for.ts";
import { standInPages } from "./stand-in-pages.ts";

/** Speed-up of the clock, higher for answers with more waiting; real time if the machine has to move many bytes. */
const speeds: Record<string, number> = { "408": 200, "412": 40 };
const speedFor = (fault: string, answer: string) => (TOO_LARGE.test(fault) ? 1 : (speeds[answer.slice(0, 3)] ?? 10));
/**
 * Oversized bodies, which the engine bounds whatever the reader does. Tried only with a source's first operation, because
 * moving the bytes takes long.
 */
const TOO_LARGE = /^(huge|bomb)/;
/** Turns of the event loop within which the caller must get an answer after a deadline. */
const TURNS = 20;
const TIMEOUT_SECONDS = 20;

/** Checks that each fault of the stand-in has its documented outcome, in time, and leaves no wait or connection behind. */
export function faultSuite(source: Source, operation: Operation): void {
  const [example] = operation.examples;
  const isFirst = operation.path === source.operations[0].path;
  const faults = Object.values(documentedFaults)
    .flat()
    .filter(({ fault }) => isFirst || !TOO_LARGE.test(fault));

  describe("while the site fails", () => {
    let vital: string;
    // The stand-in runs in the same process: creating its catalogue must not count as the engine's time.
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
