import { beforeAll, expect, test } from "vitest";
import { crowdDrill, disconnectDrill, faultsDrill } from "../../test/support/extraction/drills.ts";
import { endSharedServices } from "../../test/support/shared-service.ts";
import type { StandInReply } from "../contract/stand-in.ts";
import { standInFor } from "../source-testing/stand-in-for.ts";
import { toyPage, toySource } from "../source-testing/toy-source.ts";

// A service that this worker's suites share opens files, too, which would be counted here.
beforeAll(endSharedServices);

test("disconnecting clients leave no socket and no open file behind", async () => {
  const { clients, filesBefore, filesAfter } = await disconnectDrill(100, 25);
  expect(clients).toBe(100);
  expect(filesAfter).toBeLessThanOrEqual(filesBefore);
});

test("every call of a crowd against a slow site is answered", async () => {
  expect(await crowdDrill(200, 300)).toMatchObject({ answered: 200 });
});

test("after every fault, the process holds no more resources than before", async () => {
  const { memoryMb, files } = await faultsDrill(3);
  // What leaks grows in each round; what something else in this process opens and keeps, in one.
  const growth = ([first, second, third]: number[]) => Math.min(second! - first!, third! - second!);
  expect(growth(files)).toBeLessThanOrEqual(0);
  expect(growth(memoryMb)).toBeLessThan(5);
});

test("as many pages are in flight as the limit allows, from the first round to the last", async () => {
  const waiting: Array<() => void> = [];
  let left = 20;
  // The site waits for four requests before it responds: with fewer in flight this would never end.
  const source = toySource({
    politeness: { concurrency: 4, perSecond: 1e6 },
    answer: (call) =>
      new Promise<StandInReply>((resolve) => {
        waiting.push(() => resolve(toyPage(call)));
        if (waiting.length < Math.min(4, left)) return;
        left -= waiting.length;
        for (const answer of waiting.splice(0)) answer();
      }),
  });
  const bench = await standInFor(source);
  expect(await bench.run(source.operations[0], { count: 400, timeout: 20 })).toHaveLength(400);
  expect(bench.calls).toHaveLength(20);
  await bench.close();
});
