import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Operation } from "../contract/operation.ts";
import type { Answer, Site } from "../contract/site.ts";
import type { Source } from "../contract/source.ts";
import { pageIn } from "../extraction/row-accounting.ts";
import { type StandInBench, standInFor } from "./stand-in-for.ts";

/** Checks `count` around the end of a page: no unneeded page is requested. */
export function countSuite(source: Source, operation: Operation): void {
  if (!("count" in operation.request.properties)) return;

  describe("count", () => {
    let bench: StandInBench;
    let pageSize = 0;
    beforeAll(async () => {
      bench = await standInFor({ ...source, politeness: { concurrency: 4, perSecond: 10_000 } });
      pageSize = await firstPageSize(bench, operation);
    });
    afterAll(() => bench.close());

    const fetched = async (count: number) => {
      bench.calls.length = 0;
      const records = await bench.run(operation, { ...operation.examples[0], count });
      return { records, pages: bench.calls.length };
    };

    test("one record, a page less one, a page, and a page plus one: exactly as many records, the same ones, and no unneeded page", async () => {
      expect(pageSize, "the first example finds nothing on its first page").toBeGreaterThan(0);
      const max = await fetched(pageSize + 1);
      const one = await fetched(1);
      for (const count of new Set([1, pageSize - 1, pageSize].filter((wanted) => wanted > 0))) {
        const { records, pages } = count === 1 ? one : await fetched(count);
        expect(records, `count ${count}`).toEqual(max.records.slice(0, count));
        expect(records.length, `count ${count}`).toBe(Math.min(count, max.records.length));
        expect(pages, `pages for a count of ${count}`).toBe(one.pages);
      }
      expect(max.records.length).toBeLessThanOrEqual(pageSize + 1);
      expect(max.pages, "pages for one more than a page holds").toBeLessThanOrEqual(one.pages + 1);
    });
  });
}

/** Number of distinct records on the first page of the list. Afterwards, the source's memory is filled. */
async function firstPageSize(bench: StandInBench, operation: Operation): Promise<number> {
  let size = 0;
  const noted = <T>(result: T): T => {
    const page = pageIn(result);
    if (size === 0 && page) size = new Set(page.records.map((record) => Reflect.get(record, "id") ?? record)).size;
    return result;
  };
  const noting = (site: Site): Site => ({
    ...site,
    read: (request, reader) => site.read(request, (answer: Answer) => noted(reader(answer))),
    readAll: (requests, reader) => site.readAll(requests, (answer: Answer) => noted(reader(answer))),
  });
  const watched: Operation = { ...operation, run: (request, site) => operation.run(request, noting(site)) };
  await bench.run(watched, { ...operation.examples[0], count: 1 });
  return size;
}
