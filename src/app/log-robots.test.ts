import { afterEach, expect, test } from "vitest";
import { systemClock } from "../base/clock.ts";
import { createRobotsReport } from "../extraction/robots-report.ts";
import { type StandInBench, standInFor } from "../source-testing/stand-in-for.ts";
import { toySource } from "../source-testing/toy-source.ts";
import { logRobots } from "./open-service.ts";

let bench: StandInBench;
afterEach(() => bench.close());

async function loggedBy(fault: string): Promise<string[]> {
  const source = toySource();
  bench = await standInFor(source, { isStandIn: () => false });
  await bench.fault(fault);
  const lines: string[] = [];
  const log = {
    info: (_about: object, line: string) => lines.push(`info ${line}`),
    warn: (_about: object, line: string) => lines.push(`warn ${line}`),
  };
  const report = createRobotsReport({
    sources: [source],
    engine: bench.engine,
    originOf: () => bench.origin,
    clock: systemClock,
    onStatement: (statement) => logRobots(log, statement),
  });
  await report.ask();
  return lines;
}

test("the start logs what robots.txt forbids, with its line and what an operator can do", async () => {
  expect(await loggedBy("robots:0")).toEqual([
    expect.stringMatching(
      /^warn robots\.txt does not allow \/rows \(line 2: Disallow: \/\)\. .*WINNOW_TOY_ROBOTS=ignore/,
    ),
  ]);
});

test("the start also logs a robots.txt that cannot be read, and one that allows everything", async () => {
  expect(await loggedBy("robots:403")).toEqual([expect.stringMatching(/^warn robots\.txt could not be read: /)]);
  await bench.close();
  expect(await loggedBy("robots:404")).toEqual(["info robots.txt allows it"]);
});
