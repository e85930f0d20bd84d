import { NoSuchThing } from "../../../src/contract/errors.ts";
import { countField, defineRequest, textField, timeoutField } from "../../../src/contract/fields.ts";
import { defineOperation } from "../../../src/contract/operation.ts";
import { Page } from "../../../src/contract/page.ts";
import { perResults } from "../../../src/contract/price.ts";
import { defineSource, type Source } from "../../../src/contract/source.ts";
import { decimal, jsonRecord, text } from "../../../src/source-kit/record.ts";

const Thing = jsonRecord("CountedThing", {
  id: text().filled("always").meaning("A text."),
  name: text().filled("usually").meaning("A text."),
  price: decimal().meaning("A number."),
});
const { make: thing } = Thing;

export interface CountingSource {
  source: Source;
  /** How often each name ran. */
  runs: Map<string, number>;
  /** What a name returns, if not as many things as requested; an error is thrown. */
  shelves: Map<string, Array<{ id: string; name: string; price?: number | null }> | Error>;
  /** Makes the next run of this name wait, after its first record, until the gate opens. */
  holdNextRun(name: string): { reached: Promise<void>; open(): void };
}

/**
 * A source without a site: the request names what it returns (`none` does not exist, `slow…` takes time), so that tests of
 * jobs are about jobs. It counts how often each request ran.
 */
export function countingSource(): CountingSource {
  const runs = new Map<string, number>();
  const shelves: CountingSource["shelves"] = new Map();
  const latches = new Map<string, { reached(): void; opened: Promise<void> }>();
  const operation = defineOperation({
    path: "/api/counting/things",
    summary: "Things that are counted",
    description: "As many things as asked for.",
    price: perResults({ credits: 3, results: 10 }),
    request: defineRequest("CountingThings", {
      name: textField({ description: "What they are called.", minLength: 1 }),
      count: countField(),
      timeout: timeoutField,
    }),
    record: Thing,
    examples: [{ name: "thing", count: 5 }],
    echo: { name: "It sends no request." },
    pageSize: { unknown: "Its one page has as many as were asked for." },
    async *run({ name, count }) {
      runs.set(name, (runs.get(name) ?? 0) + 1);
      if (name === "none") throw new NoSuchThing("no such things");
      const shelf = shelves.get(name);
      if (shelf instanceof Error) throw shelf;
      if (shelf) {
        yield Page.of(shelf, thing);
        return;
      }
      for (let at = 0; at < Math.min(count, 50); at += 1) {
        yield Page.of([{ id: `${name}-${at}`, name }], thing);
        if (name.startsWith("slow")) await new Promise((resolve) => setTimeout(resolve, 20));
        const latch = latches.get(name);
        if (!latch) continue;
        latches.delete(name);
        latch.reached();
        await latch.opened;
      }
    },
    parse: () => Page.empty(),
  });
  return {
    runs,
    shelves,
    holdNextRun(name) {
      const reached = Promise.withResolvers<void>();
      const opened = Promise.withResolvers<void>();
      latches.set(name, { reached: reached.resolve, opened: opened.promise });
      return { reached: reached.promise, open: opened.resolve };
    },
    source: defineSource({
      name: "counting",
      title: "Things that are counted",
      origins: { site: "https://counting.example" },
      politeness: { concurrency: 100, perSecond: 1e6 },
      headers: {},
      blockMarker: () => null,
      operations: [operation],
      canaries: { live: {} },
      standIn: async () => ({
        answer: () => ({ status: 404, body: "" }),
        challenge: () => ({ status: 403, body: "" }),
      }),
    }),
  };
}
