import type { Caller } from "../../../src/accounts/types.ts";
import type { SimulatedClock } from "../../../src/base/clock.ts";
import type { Metering } from "../../../src/metering/types.ts";
import { request } from "../../support/metering/requests.ts";

export interface Filling {
  metering: Metering;
  clock: SimulatedClock;
  caller: Caller;
  /** Requests per window. */
  asked: number;
  windows: number;
}

/**
 * Sends the given number of requests in each of several ten-second windows and returns how many were admitted. Half arrive
 * at the window's start and half in its last millisecond, to test both ends.
 */
export async function fillWindows({ metering, clock, caller, asked, windows }: Filling): Promise<number[]> {
  const admitted: number[] = [];
  for (let window = 0; window < windows; window++) {
    clock.advance(10_000 - (clock.now() % 10_000));
    let count = 0;
    for (const half of [Math.ceil(asked / 2), Math.floor(asked / 2)]) {
      const answers = await Promise.all(
        Array.from({ length: half }, () => metering.admit(request(caller, { maxCost: 1 }))),
      );
      count += answers.filter(({ kind }) => kind === "admitted").length;
      if (clock.now() % 10_000 === 0) clock.advance(9_999);
    }
    admitted.push(count);
  }
  return admitted;
}
