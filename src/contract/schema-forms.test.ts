import { describe, expect, test } from "vitest";
import { decimal, flag, jsonRecord, list, sub, text, textOr, texts, whole } from "../source-kit/record.ts";
import {
  countField,
  date,
  defineRequest,
  flagField,
  items,
  listOf,
  lookupCountField,
  MAX_ADDRESS,
  oneOf,
  orNull,
  textField,
  timeoutField,
  wholeField,
} from "./fields.ts";
import { noFindings } from "./findings.ts";
import { fedBy, fieldLookup } from "./lookup.ts";
import { cachedForADay } from "./operation.ts";
import { usedWithAnother } from "./used-key.ts";
import { warningCatalogue } from "./warnings.ts";

/** The published form: in OpenAPI, for MCP clients, in forms. */
const published = (schema: object) => JSON.parse(JSON.stringify(schema));
const about = { description: "What it is." };

describe("a field of a request is published as", () => {
  test.each<[string, object, object]>([
    ["text", textField(about), { type: "string", maxLength: 1_000, ...about }],
    [
      "text with rules",
      textField({ ...about, minLength: 2, maxLength: 9 }),
      { type: "string", maxLength: 9, ...about, minLength: 2 },
    ],
    ["whole", wholeField({ ...about, minimum: 0 }), { type: "integer", ...about, minimum: 0 }],
    ["flag", flagField({ ...about, default: true }), { type: "boolean", ...about, default: true }],
    ["one of", oneOf(["a", "b"], about), { type: "string", enum: ["a", "b"], ...about }],
    ["date", date(about), { type: "string", format: "date", ...about }],
    [
      "list",
      listOf(items.text, about),
      { type: "array", items: { type: "string", maxLength: 1_000 }, default: [], maxItems: 500, ...about },
    ],
    [
      "list with a bound",
      listOf(items.whole({ minimum: 1 }), { ...about, maxItems: 3 }),
      { type: "array", items: { type: "integer", minimum: 1 }, default: [], maxItems: 3, ...about },
    ],
    ["items by default", items.whole(), { type: "integer" }],
    ["items of a choice", items.oneOf(["x"]), { type: "string", enum: ["x"] }],
    [
      "or null",
      orNull(date(about)),
      { anyOf: [{ type: "string", format: "date" }, { type: "null" }], default: null, ...about },
    ],
    [
      "or null with examples",
      orNull(wholeField({ ...about, examples: [3] })),
      { anyOf: [{ type: "integer" }, { type: "null" }], default: null, ...about, examples: [3] },
    ],
    [
      "timeout",
      timeoutField,
      { type: "integer", minimum: 20, maximum: 1500, default: 300, description: expect.stringMatching(/408/) },
    ],
    [
      "count",
      countField(),
      { type: "integer", minimum: 1, examples: [20], description: "Maximum number of records to return." },
    ],
    [
      "count in other words",
      countField("Maximum number of units."),
      { type: "integer", minimum: 1, examples: [20], description: "Maximum number of units." },
    ],
    [
      "count of a lookup",
      lookupCountField(),
      { type: "integer", minimum: 1, maximum: 50, default: 20, description: "Maximum number of records to return." },
    ],
    [
      "count of a longer lookup",
      lookupCountField(200),
      { type: "integer", minimum: 1, maximum: 200, default: 20, description: "Maximum number of records to return." },
    ],
  ])("%s", (_, field, form) => {
    expect(published(field)).toEqual(form);
  });

  test("an address of at most 2,048 characters, if it is one", () => {
    expect(MAX_ADDRESS).toBe(2_048);
  });

  test("nullable: it has no examples unless given", () => {
    expect(orNull(date(about))).not.toHaveProperty("examples");
  });

  test("a whole request, whose fields without a default are required", () => {
    expect(
      published(defineRequest("Things", { place: textField(about), size: wholeField({ ...about, default: 0 }) })),
    ).toEqual({
      type: "object",
      title: "Things",
      properties: {
        place: { type: "string", maxLength: 1_000, ...about },
        size: { type: "integer", ...about, default: 0 },
      },
      required: ["place"],
    });
  });
});

describe("a field of a record is published as", () => {
  const meaning = about.description;
  const kind = (name: string) => ({
    type: "string",
    const: name,
    default: name,
    description: "The kind of record, always the same.",
  });
  const Money = jsonRecord("Money", { amount: decimal().meaning(meaning) });
  const money = {
    type: "object",
    title: "Money",
    properties: { "@type": kind("Money"), amount: { type: ["number", "null"], ...about } },
    required: ["@type", "amount"],
  };
  const itself: any = { $ref: "Branch" };
  test.each<[string, object, object]>([
    ["text", text().meaning(meaning).schema, { type: ["string", "null"], ...about }],
    [
      "text with examples",
      text().example("a").meaning(meaning).schema,
      { type: ["string", "null"], ...about, examples: ["a"] },
    ],
    ["decimal", decimal().meaning(meaning).schema, { type: ["number", "null"], ...about }],
    ["whole", whole().meaning(meaning).schema, { type: ["integer", "null"], ...about }],
    ["flag", flag().meaning(meaning).schema, { type: ["boolean", "null"], ...about }],
    [
      "text that a page may leave to a default",
      textOr("EUR").meaning(meaning).schema,
      { type: "string", ...about, default: "EUR" },
    ],
    [
      "always filled",
      whole().filled("always").meaning(meaning).schema,
      { type: "integer", ...about, "x-filled": true },
    ],
    [
      "usually filled",
      text().filled("usually").meaning(meaning).schema,
      { type: ["string", "null"], ...about, "x-filled": true },
    ],
    [
      "in a unit",
      whole().unit("sq ft").meaning("Area. Net.").schema,
      { type: ["integer", "null"], description: "Area (sq ft). Net.", "x-unit": "sq ft" },
    ],
    [
      "unseen",
      text().unseen().meaning("Logo.").schema,
      {
        type: ["string", "null"],
        description: "Logo. Always null so far: Winnow has seen no page of the site that has it.",
        "x-unseen": true,
      },
    ],
    ["list", list(Money).meaning(meaning).schema, { type: "array", items: money, ...about }],
    ["texts", texts().meaning(meaning).schema, { type: "array", items: { type: "string" }, ...about }],
    ["sub", sub(Money).meaning(meaning).schema, { anyOf: [money, { type: "null" }], ...about }],
    ["record", Money, money],
    [
      "record of its own kind",
      { ...jsonRecord("Branch", { twigs: list(itself).meaning(meaning) }), $id: "Branch" },
      {
        $id: "Branch",
        type: "object",
        title: "Branch",
        properties: {
          "@type": kind("Branch"),
          twigs: { type: "array", items: { $ref: "Branch" }, ...about },
        },
        required: ["@type", "twigs"],
      },
    ],
  ])("%s", (_, field, form) => {
    expect(published(field)).toEqual(form);
  });
});

test("a field names the lookup for its values", () => {
  const lookup = { operation: "/api/x/towns", field: "code" };
  const field = fedBy(lookup, textField(about));
  expect(published(field)).toEqual({ type: "string", maxLength: 1_000, ...about, "x-lookup": lookup });
  expect(fieldLookup(field)).toBe(lookup);
  expect([fieldLookup(textField(about)), fieldLookup(undefined)]).toEqual([null, null]);
});

test("data that rarely changes is cached for a day, ignoring the case of the named fields", () => {
  expect(cachedForADay()).toEqual({ seconds: 24 * 60 * 60, ignoreCase: [] });
  expect(cachedForADay("query", "town")).toEqual({ seconds: 24 * 60 * 60, ignoreCase: ["query", "town"] });
});

test("each run starts with its own empty findings", () => {
  expect(noFindings()).toEqual({ total: null, resolved: null, warnings: [], sourceLimited: false });
  expect(noFindings().warnings).not.toBe(noFindings().warnings);
});

test("a used Idempotency-Key is rejected at its header, with advice", () => {
  const reported = (what: string, fresh: string) => [
    {
      type: "value_error",
      loc: ["header", "idempotency-key"],
      msg: `Value error, this Idempotency-Key was used with another ${what}; use a new one for a new ${fresh}`,
    },
  ];
  expect(usedWithAnother("body")).toEqual(reported("body", "request"));
  expect(usedWithAnother("batch")).toEqual(reported("batch", "batch"));
});

test.each(Object.entries(warningCatalogue))("the warning %s is one or two sentences for people", (_, words) => {
  expect(words).toMatch(/^[A-Z`].{30,}\.$/);
});
