import { Unreadable } from "../../../src/contract/errors.ts";
import { countField, defineRequest, textField, timeoutField } from "../../../src/contract/fields.ts";
import { defineOperation } from "../../../src/contract/operation.ts";
import { Page } from "../../../src/contract/page.ts";
import { flat } from "../../../src/contract/price.ts";
import { defineRecord, filled, recordMaker, text } from "../../../src/contract/record.ts";
import type { Answer } from "../../../src/contract/site.ts";
import { defineSource } from "../../../src/contract/source.ts";
import type { StandInCall, StandInReply } from "../../../src/contract/stand-in.ts";

/** Optional fields, and how often an item of each kind of thing has them. */
const shares = {
  rating: { lamps: 0.6, books: 0.7, antiques: 0.05 },
  brand: { lamps: 0.95, books: 0.1, antiques: 0 },
  pages: { lamps: 0, books: 0.9, antiques: 0 },
  discount: { lamps: 0.3, books: 0.2, antiques: 0 },
} as const;
export type Kind = keyof (typeof shares)["rating"];
export type OptionalField = keyof typeof shares;
const fields = Object.keys(shares) as OptionalField[];

const Item = defineRecord("SimulatedItem", {
  id: filled(text("A text.")),
  name: filled(text("A text.")),
  ...(Object.fromEntries(fields.map((name) => [name, text("A text.")])) as Record<
    OptionalField,
    ReturnType<typeof textField>
  >),
});
const item = recordMaker(Item);

function readItems(answer: Answer) {
  const { items } = readJson(answer);
  if (!Array.isArray(items)) throw new Unreadable("no items");
  return Page.of(items, (one: Record<string, string>) => item(withAllFields(one) as never));
}

const withAllFields = (one: Record<string, string>) => ({
  id: one.id ?? null,
  name: one.name ?? null,
  ...Object.fromEntries(fields.map((name) => [name, one[name] ?? null])),
});

function readJson(answer: Answer): { items?: unknown } {
  try {
    return JSON.parse(answer.text()) as { items?: unknown };
  } catch {
    throw new Unreadable("not JSON");
  }
}

/** A shop whose answers depend on what is looked for, and which can be made to lose a field. */
export function createShop() {
  const state: { lost: OptionalField | null; isBroken: () => boolean } = { lost: null, isBroken: () => false };
  const answer = ({ url }: StandInCall): StandInReply => {
    const headers = { "content-type": "application/json" };
    const keyword = url.searchParams.get("keyword")!;
    if (keyword !== CANARY && state.isBroken()) return { status: 200, headers, body: "<html>sorry</html>" };
    const items = Array.from({ length: 20 }, (_, nth) => itemOf(keyword, nth, state.lost));
    return { status: 200, headers, body: JSON.stringify({ items }) };
  };
  const source = defineSource({
    name: "shop",
    title: "A shop",
    origins: { site: "https://shop.example" },
    politeness: { concurrency: 4, perSecond: 1000 },
    headers: {},
    blockMarker: () => null,
    operations: [
      defineOperation({
        path: "/api/shop/items",
        summary: "Items",
        description: "",
        price: flat(1),
        request: defineRequest("SimulatedSearch", {
          keyword: textField({ description: "" }),
          count: countField(),
          timeout: timeoutField,
        }),
        record: Item,
        examples: [{ keyword: CANARY, count: 20 }],
        async *run({ keyword }, site) {
          const page = { path: `/items?keyword=${encodeURIComponent(keyword)}` };
          yield await site.read(page, readItems);
        },
        parse: readItems,
      }),
    ],
    standIn: async () => ({ answer, challenge: () => ({ status: 403, body: "" }), vitalField: "name" }),
  });
  return { source, state };
}

const CANARY = "lamps 0";

/** The same keyword has the same items, today and tomorrow. */
function itemOf(keyword: string, nth: number, lost: OptionalField | null): Record<string, string> {
  const kind = keyword.split(" ")[0] as Kind;
  const has = fields.filter((field) => field !== lost && chanceOf(`${keyword} ${nth} ${field}`) < shares[field][kind]);
  return { id: `${keyword} ${nth}`, name: `Thing ${nth}`, ...Object.fromEntries(has.map((field) => [field, "x"])) };
}

/** FNV-1a, as a share of 1. */
function chanceOf(words: string): number {
  let hash = 0x811c9dc5;
  for (const character of words) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}
