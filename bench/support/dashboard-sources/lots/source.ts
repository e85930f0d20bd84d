import { countField, defineRequest, timeoutField } from "../../../../src/contract/fields.ts";
import { defineOperation } from "../../../../src/contract/operation.ts";
import { Page } from "../../../../src/contract/page.ts";
import { flat } from "../../../../src/contract/price.ts";
import { defineSource } from "../../../../src/contract/source.ts";
import {
  decimal,
  defineRecord,
  filled,
  flag,
  recordMaker,
  text,
  whole,
} from "../../../../src/source-kit/fields/schemas.ts";

const Lot = defineRecord("LotsLot", {
  id: filled("always", whole("A number.")),
  name: text("A text."),
  url: text("A text."),
  price: decimal("A number."),
  currency: text("A text."),
  rating: decimal("A number."),
  review_count: whole("A number."),
  city: text("A text."),
  district: text("A text."),
  seen: text("A text."),
  description: text("A text."),
  is_new: flag("A flag."),
});
const lot = recordMaker(Lot);

/** Returns as many records as requested, without a site: for effects that only show with many. */
export default defineSource({
  name: "lots",
  title: "Lots of records",
  origins: { site: "https://lots.example" },
  politeness: { concurrency: 1, perSecond: 10 },
  headers: {},
  blockMarker: () => null,
  operations: [
    defineOperation({
      path: "/api/lots/records",
      summary: "Lots of records",
      description: "",
      price: flat(1),
      request: defineRequest("LotsRecords", { count: countField(), timeout: timeoutField }),
      record: Lot,
      exampleRecord: { ...lot({ id: 1 }) },
      examples: [{ count: 10_000 }],
      echo: {},
      pageSize: { unknown: "Its one page has as many as were asked for." },
      async *run({ count }) {
        const ids = Array.from({ length: count }, (_, at) => at + 1);
        yield Page.of(ids, (id) =>
          lot({
            id,
            name: `A thing with a name of some length, number ${id}`,
            url: `https://lots.example/things/${id}`,
            price: (id * 37) % 9_000,
            currency: "EUR",
            rating: (id % 50) / 10,
            review_count: id % 4_000,
            city: `City ${id % 90}`,
            district: `District ${id % 400}`,
            seen: "2026-01-02T03:04:05Z",
            description: "Some words that say what it is and what it is good for.",
            is_new: id % 3 === 0,
          }),
        );
      },
      parse: () => Page.empty(),
    }),
  ],
  canaries: { live: { records: [{ request: { count: 10 } }] } },
  standIn: async () => ({
    answer: () => ({ status: 200, body: "" }),
    challenge: () => ({ status: 403, body: "" }),
  }),
});
