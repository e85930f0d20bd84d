import { expect, test } from "vitest";
import { inSlices, SLICE } from "./in-slices.ts";

test("slices are read lazily, and the event loop turns between them", async () => {
  const seen: string[] = [];
  const numbers = function* () {
    for (let n = 0; n < 2 * SLICE + 1; n++) {
      if (n % SLICE === 0) seen.push(`read ${n}`);
      yield n;
    }
  };
  let turns = 0;
  const count = () => {
    turns++;
    if (turns < 100) setImmediate(count);
  };
  setImmediate(count);
  let before = -1;
  for await (const slice of inSlices(numbers())) {
    expect(turns).toBeGreaterThan(before);
    before = turns;
    seen.push(`slice of ${slice.length} from ${slice[0]}`);
  }
  expect(seen).toEqual([
    "read 0",
    `read ${SLICE}`,
    `slice of ${SLICE} from 0`,
    `read ${2 * SLICE}`,
    `slice of ${SLICE} from ${SLICE}`,
    `slice of 1 from ${2 * SLICE}`,
  ]);
  expect(await Array.fromAsync(inSlices([]))).toEqual([]);
});
