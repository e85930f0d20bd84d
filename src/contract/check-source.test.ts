import { expect, test } from "vitest";
import { jsonRecord, text } from "../source-kit/record.ts";
import { checkSource } from "./check-source.ts";
import { notMeant } from "./errors.ts";
import { countField, defineRequest, textField, timeoutField } from "./fields.ts";
import { fedBy } from "./lookup.ts";
import { defineOperation } from "./operation.ts";
import { Page } from "./page.ts";
import { flat, perResults } from "./price.ts";
import { recordMisfit } from "./record-misfit.ts";
import { defineSource, type Source } from "./source.ts";

const Thing = jsonRecord("OddThing", {
  id: text().filled("always").meaning("A text."),
  name: text().meaning("A text."),
});

const list = defineOperation({
  path: "/api/odd/things",
  summary: "Things",
  description: "All things.",
  price: perResults({ credits: 3, results: 10 }),
  request: defineRequest("OddThings", {
    shelf: textField({ description: "", minLength: 1 }),
    count: countField(),
    timeout: timeoutField,
  }),
  record: Thing,
  examples: [{ shelf: "top", count: 5 }],
  echo: { shelf: { says: "shelf" }, page: "The site does not say." },
  pageSize: 10,
  exampleRecord: { "@type": "OddThing", id: "0", name: null },
  async *run() {},
  parse: () => Page.empty(),
});

const source = defineSource({
  name: "odd",
  title: "Odd things",
  origins: { site: "https://odd.example" },
  politeness: { concurrency: 1, perSecond: 1 },
  headers: {},
  blockMarker: () => null,
  operations: [list],
  canaries: { live: { things: [{ request: { shelf: "top", count: 11 } }, { request: { shelf: "low" } }] } },
  standIn: async () => ({ answer: () => ({ status: 200, body: "" }) }) as never,
});

const withSource = (change: object): Source => ({ ...source, ...change });
const withOperation = (change: object): Source => ({ ...source, operations: [{ ...list, ...change }] }) as Source;
const refusal = (broken: Source, withoutExamples = false): string | null => {
  try {
    checkSource("odd/source.ts", "odd", broken, withoutExamples);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
};

test("a complete source is accepted, with a flat price and no count or with a cache too", () => {
  expect(refusal(source)).toBeNull();
  const request = defineRequest("OddOne", { shelf: textField({ description: "" }), timeout: timeoutField });
  expect(refusal(withOperation({ price: flat(1), request, examples: [{ shelf: "x" }] }))).toBeNull();
  expect(refusal(withOperation({ cache: { seconds: 60, ignoreCase: ["shelf"] } }))).toBeNull();
  expect(refusal(withOperation({ description: "" }))).toBeNull();
  expect(
    refusal(withOperation({ echo: { all: { fields: ["shelf", "none"], says: "shelf" }, page: "No." } })),
  ).toBeNull();
  expect(refusal(withOperation({ pageSize: { unknown: "It depends." }, echo: { shelf: "No." } }))).toBeNull();
});

const op = "operations[0].";
test.each<[string, Source]>([
  ["default export is missing", null as never],
  ["name must be the folder's name", withSource({ name: "other" })],
  ["title must be words", withSource({ title: "" })],
  ["title must be words", withSource({ title: 3 })],
  ["origins.site must be an origin", withSource({ origins: undefined })],
  ["origins.site must be an origin", withSource({ origins: { site: "https://odd.example/" } })],
  ["origins.api must be an origin", withSource({ origins: { site: "https://odd.example", api: "odd" } })],
  ["politeness.concurrency must be a number above 0", withSource({ politeness: { concurrency: 0, perSecond: 1 } })],
  ["politeness.concurrency must be a number above 0", withSource({ politeness: { perSecond: 1 } })],
  ["politeness.concurrency must be a number above 0", withSource({ politeness: undefined })],
  ["politeness.perSecond must be a number above 0", withSource({ politeness: { concurrency: 1, perSecond: "1" } })],
  ["headers must be an object", withSource({ headers: null })],
  ["headers must be an object", withSource({ headers: undefined })],
  ["blockMarker must be a function", withSource({ blockMarker: "x" })],
  ["landmarks must be texts", withSource({ landmarks: [""] })],
  ["standIn must be a function", withSource({ standIn: {} })],
  ["operations must list at least one", withSource({ operations: [] })],
  ["operations must list at least one", withSource({ operations: undefined })],
  [`${op}path must be /api/odd/<resource>`, withSource({ operations: [undefined] })],
  [`${op}path must be /api/odd/<resource>`, withOperation({ path: "/api/other/things" })],
  [`${op}path must be /api/odd/<resource>`, withOperation({ path: "/api/odd" })],
  [`${op}path must be /api/odd/<resource>`, withOperation({ path: "/api/odd/Things" })],
  [`${op}path must be /api/odd/<resource>`, withOperation({ path: "/api/odd/things/" })],
  [`${op}path must be /api/odd/<resource>`, withOperation({ path: "/api/odd/things!" })],
  [`${op}path must be /api/odd/<resource>`, withOperation({ path: "/api/odd//things" })],
  [`${op}path must be /api/odd/<resource>`, withOperation({ path: 7 })],
  [`${op}path must be /api/odd/<resource>`, withOperation({ path: "x/api/odd/things" })],
  [`${op}summary must be a phrase`, withOperation({ summary: "" })],
  [`${op}description must be text`, withOperation({ description: undefined })],
  [`${op}price must be flat(...) or perResults(...)`, withOperation({ price: {} })],
  [`${op}request must be made by defineRequest`, withOperation({ request: { type: "array", properties: {} } })],
  [`${op}request.timeout is missing`, withOperation({ request: defineRequest("X", { count: countField() }) })],
  [`${op}request.count is missing`, withOperation({ request: defineRequest("X", { timeout: timeoutField }) })],
  [`${op}record must be made by defineRecord`, withOperation({ record: { type: "object", properties: {} } })],
  [
    `${op}record must be made by defineRecord`,
    withOperation({ record: { type: "string", properties: Thing.properties } }),
  ],
  [`${op}examples must hold at least one body`, withOperation({ examples: [] })],
  [`${op}examples must hold at least one body`, withOperation({ examples: "x" })],
  [`${op}cache.seconds must be a whole number above 0`, withOperation({ cache: { seconds: 0 } })],
  [`${op}cache.seconds must be a whole number above 0`, withOperation({ cache: { seconds: 1.5 } })],
  [`${op}cache.ignoreCase names hue,`, withOperation({ cache: { seconds: 1, ignoreCase: ["shelf", "hue"] } })],
  [`${op}warnings.stream_left is a code of Winnow itself`, withOperation({ warnings: { stream_left: "It left." } })],
  [`${op}warnings.too warm must be lower-case letters`, withOperation({ warnings: { "too warm": "It is." } })],
  [`${op}warnings.too_warm needs a sentence`, withOperation({ warnings: { too_warm: "yes" } })],
  [`${op}echo is missing: declare what its pages repeat`, withOperation({ echo: undefined })],
  [
    `${op}echo.shelf is missing: it must be a part of the page, or a sentence`,
    withOperation({ echo: { page: "No." } }),
  ],
  [`${op}echo.shelf must be a part of the page, or a sentence`, withOperation({ echo: { shelf: "", page: "No." } })],
  [`${op}echo.shelf must be a part of the page, or a sentence`, withOperation({ echo: { shelf: {}, page: "No." } })],
  [`${op}echo.page is missing`, withOperation({ echo: { shelf: "No." } })],
  [`${op}pageSize is missing: say how many rows`, withOperation({ pageSize: undefined })],
  [`${op}pageSize must be a whole number above 0`, withOperation({ pageSize: 0 })],
  [`${op}pageSize must be a whole number above 0`, withOperation({ pageSize: { rows: 1.5, known: "stated" } })],
  [
    `${op}pageSize.short must say by how many rows`,
    withOperation({ pageSize: { rows: 9, short: { by: 9, why: "x" } } }),
  ],
  [
    `${op}pageSize.short must say by how many rows`,
    withOperation({ pageSize: { rows: 9, short: { by: 1, why: "" } } }),
  ],
  [`${op}pageSize needs a sentence`, withOperation({ pageSize: { unknown: " " } })],
  [
    `canaries.live["things"] must hold a call with a \`count\` above 10, the rows of a page`,
    withSource({
      canaries: {
        live: { things: [{ request: { shelf: "top", count: 9 } }, { request: { shelf: "low", count: 10 } }] },
      },
    }),
  ],
  [
    `canaries.live["things"] must hold a call with a \`count\` above 10`,
    withSource({
      canaries: {
        live: {
          things: [{ request: { shelf: "top", count: 5 } }, { request: { shelf: "low", count: 11 }, goLiveOnly: true }],
        },
      },
    }),
  ],
  [
    `canaries.live["things"] must hold a second question`,
    withSource({
      canaries: {
        live: { things: [{ request: { shelf: "top", count: 11 } }, { request: { shelf: "top", count: 5 } }] },
      },
    }),
  ],
  ["canaries.live must name a call of each operation", withSource({ canaries: undefined })],
  [`canaries.live["things"] must hold a call`, withSource({ canaries: { live: {} } })],
  [
    `canaries.live["things"][0].request does not fit`,
    withSource({ canaries: { live: { things: [{ request: {} }] } } }),
  ],
  [
    `canaries.standIn["none"] names no operation`,
    withSource({ canaries: { ...source.canaries, standIn: { none: [] } } }),
  ],
  [`${op}run must be an async generator`, withOperation({ run: undefined })],
  [`${op}parse must be a function`, withOperation({ parse: undefined })],
  [
    `${op}examples[1] does not fit the request: body.shelf`,
    withOperation({
      examples: [
        { shelf: "x", count: 1 },
        { shelf: "", count: 1 },
      ],
    }),
  ],
  [`${op}exampleRecord is missing: npm run examples -- odd`, withOperation({ exampleRecord: undefined })],
  [
    `${op}exampleRecord does not fit the record: id is missing`,
    withOperation({ exampleRecord: { "@type": "OddThing" } }),
  ],
])("a source is rejected with its file and the problem: %s", (words, broken) => {
  expect(refusal(broken)).toMatch(/^odd\/source\.ts: /);
  expect(refusal(broken)).toContain(words);
});

test("an example's own rule, or else the fault, explains why it is invalid", () => {
  const check = (words: unknown) => () => {
    throw words;
  };
  const refused = (words: unknown) => refusal(withOperation({ check: check(words) }));
  const place = "odd/source.ts: operations[0].examples[0] does not fit the request: ";
  expect(refused(notMeant("Give a shelf."))).toBe(`${place}Give a shelf.`);
  expect(refused(new TypeError("boom"))).toBe(`${place}TypeError: boom`);
});

test("every operation is checked and named by its index", () => {
  const second = { ...list, path: "/api/odd/other-things/2", summary: "" };
  const broken = { ...source, operations: [list, second] } as Source;
  const canaries = { live: { ...source.canaries.live, "other-things/2": source.canaries.live.things } };
  expect(refusal(broken)).toBe("odd/source.ts: operations[1].summary must be a phrase");
  expect(refusal({ ...source, operations: [list, { ...second, summary: "x" }], canaries } as Source)).toBeNull();
});

test("problems of the manifest are reported first, then those of each operation in order", () => {
  expect(refusal(withSource({ title: "", operations: [{}] }))).toContain("title must be words");
  expect(refusal(withOperation({ summary: "", examples: [] }))).toContain("summary must be a phrase");
});

test("example records may be missing when they are about to be written", () => {
  expect(refusal(withOperation({ exampleRecord: undefined }), true)).toBeNull();
});

test.each<[string | null, unknown]>([
  [null, { "@type": "OddThing", id: "0", name: null }],
  ["the record is not object", []],
  ["the record is not object", null],
  ["the record is not object", "x"],
  ['@type is not "OddThing"', { "@type": "Thing", id: "0", name: null }],
  ["id is not string", { "@type": "OddThing", id: 0, name: null }],
  ["id is not string", { "@type": "OddThing", id: null, name: null }],
  ["name is missing", { "@type": "OddThing", id: "0" }],
  ["size is not a field of the record", { "@type": "OddThing", id: "0", name: null, size: 1 }],
])("a record that does not fit is described: %s", (words, value) => {
  expect(recordMisfit(Thing, value)).toBe(words);
});

test("misfits are found in lists and nested records, with their path", () => {
  const Shelf = {
    $id: "Shelf",
    type: "object",
    properties: {
      tags: { type: "array", items: { type: "string" } },
      best: { anyOf: [{ type: "object", properties: { size: { type: "integer" } } }, { type: "null" }] },
      next: { anyOf: [{ $ref: "Shelf" }, { type: "null" }] },
      depth: { type: ["number", "boolean"] },
    },
  } as never;
  const shelf = { tags: ["a"], best: { size: 1 }, next: null, depth: 1.5 };
  expect(recordMisfit(Shelf, shelf)).toBeNull();
  expect(recordMisfit(Shelf, { ...shelf, depth: true, best: null, next: shelf })).toBeNull();
  expect(recordMisfit(Shelf, { ...shelf, tags: ["a", 3] })).toBe("tags[1] is not string");
  expect(recordMisfit(Shelf, { ...shelf, tags: {} })).toBe("tags is not array");
  expect(recordMisfit(Shelf, { ...shelf, best: { size: 1.5 } })).toBe("best.size is not integer");
  expect(recordMisfit(Shelf, { ...shelf, next: { ...shelf, depth: "x" } })).toBe("next.depth is not number or boolean");
});

test.each<[string, object]>([
  [
    "request.shelf is fed by /api/odd/none, which is not an operation of the source",
    { request: withLookup({ operation: "/api/odd/none", field: "id" }) },
  ],
  [
    "request.shelf is fed by the field code, which records of /api/odd/things do not have",
    { request: withLookup({ operation: "/api/odd/things", field: "code" }) },
  ],
])("a lookup that cannot work prevents the start: %s", (words, change) => {
  expect(refusal(withOperation(change))).toContain(words);
});

function withLookup(lookup: { operation: string; field: string }) {
  const shelf = fedBy(lookup, textField({ description: "", minLength: 1 }));
  return defineRequest("OddThings", { shelf, count: countField(), timeout: timeoutField });
}

test("a lookup of the same source is accepted", () => {
  const request = withLookup({ operation: "/api/odd/things", field: "id" });
  expect(refusal(withOperation({ request }))).toBeNull();
});
