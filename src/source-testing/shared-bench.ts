import { afterAll, beforeAll, beforeEach } from "vitest";
import { type StandInBench, standInFor } from "./stand-in-for.ts";

/** A bench for the tests of a file or a `describe`: started before and closed after them. Each test starts with no calls. */
export function sharedBench(...started: Parameters<typeof standInFor>): StandInBench {
  let bench: StandInBench;
  beforeAll(async () => {
    bench = await standInFor(...started);
  });
  beforeEach(() => {
    bench.calls.length = 0;
  });
  afterAll(() => bench.close());
  return new Proxy({} as StandInBench, { get: (_, name) => Reflect.get(bench, name) });
}
