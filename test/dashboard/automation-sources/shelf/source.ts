import { NoSuchThing } from "../../../../src/contract/errors.ts";
import { countField, defineRequest, textField, timeoutField } from "../../../../src/contract/fields.ts";
import { defineOperation } from "../../../../src/contract/operation.ts";
import { Page } from "../../../../src/contract/page.ts";
import { perResults } from "../../../../src/contract/price.ts";
import { defineSource } from "../../../../src/contract/source.ts";
import { decimal, jsonRecord, text } from "../../../../src/source-kit/record.ts";

const Thing = jsonRecord("ShelfThing", {
  id: text().filled("always").meaning("A text."),
  name: text().filled("usually").meaning("A text."),
  price: decimal().filled("usually").meaning("A number."),
});
const { make: thing } = Thing;
/** Runs of each moving shelf: files that share a worker share this module, and each has a shelf of its own. */
const runsOf = new Map<string, number>();

/** A source without a site: shelf `none` does not exist, `moving...` differs at each run, `sale...` halves its price, `slow` takes its time. */
export default defineSource({
  name: "shelf",
  title: "A shelf",
  origins: { site: "https://shelf.example" },
  politeness: { concurrency: 4, perSecond: 50 },
  headers: {},
  blockMarker: () => null,
  operations: [
    defineOperation({
      path: "/api/shelf/things",
      summary: "Things on a shelf",
      description: "Everything on one shelf.",
      price: perResults({ credits: 3, results: 10 }),
      request: defineRequest("ShelfThings", {
        shelf: textField({ description: "Which shelf.", minLength: 1 }),
        count: countField(),
        timeout: timeoutField,
      }),
      record: Thing,
      exampleRecord: { ...thing({ id: "1", name: "Thing 1", price: 5 }) },
      examples: [{ shelf: "top", count: 5 }],
      echo: { shelf: "It sends no request." },
      pageSize: { unknown: "Its one page has as many as were asked for." },
      async *run({ shelf, count }) {
        if (shelf === "none") throw new NoSuchThing("no such shelf");
        if (/^(moving|sale)/.test(shelf)) {
          const runs = (runsOf.get(shelf) ?? 0) + 1;
          runsOf.set(shelf, runs);
          const lamp = { id: "1", name: "Lamp", price: shelf.startsWith("sale") ? 64 / runs : 50 - runs };
          yield Page.of([lamp, { id: `new-${runs}`, name: `Chair ${runs}`, price: 7 }], thing);
          return;
        }
        for (let at = 0; at < count; at += 1) {
          yield Page.of([{ id: String(at), name: `Thing ${at}`, price: 5 }], thing);
          if (shelf === "slow") await new Promise((resolve) => setTimeout(resolve, 100));
        }
      },
      parse: () => Page.empty(),
    }),
  ],
  canaries: {
    live: {
      things: [{ request: { shelf: "top", count: 5 } }, { request: { shelf: "low", count: 5 }, goLiveOnly: true }],
    },
  },
  standIn: async () => ({
    answer: () => ({ status: 200, body: "" }),
    challenge: () => ({ status: 403, body: "" }),
  }),
});
