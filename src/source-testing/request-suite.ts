import { describe, expect, test } from "vitest";
import type { Operation } from "../contract/operation.ts";
import { requestRefusal } from "../contract/request-refusal.ts";
import type { Source } from "../contract/source.ts";
import { questionPairs } from "./other-questions.ts";
import { sharedBench } from "./shared-bench.ts";

/** Fields of every operation, which the site does not see. */
const SHARED = ["count", "timeout"];
/** Pairs of values that are tried for each field. */
const MAX_PAIRS = 40;

type Body = Record<string, unknown>;

/** Checks the request: every field rejects invalid values by name, a text also if it is empty, and every field has an effect. */
export function requestSuite(source: Source, operation: Operation): void {
  const fields = Object.entries<{ type?: string; default?: unknown }>(operation.request.properties);

  describe("the request", () => {
    const bench = sharedBench(source);

    test("every field rejects invalid values with a 422 that names it", () => {
      for (const { field, why, body } of wrongBodies(operation))
        expect(requestRefusal(operation, body), `${field}: ${why}`).toContain(`body.${field}`);
    });

    const texts = fields.filter(([, { type, default: usual }]) => type === "string" && usual !== "");
    test.each(texts.map(([name]) => name))("an empty %s is refused before the site is asked", (field) => {
      const refusal = requestRefusal(operation, { ...operation.examples[0], [field]: "" });
      expect(String(refusal), "give it `minLength: 1`, or refuse it in `check`").not.toMatch(/^\w*Error|^null$/);
    });

    const own = fields.map(([name]) => name).filter((name) => !SHARED.includes(name));
    test.each(own)("another %s changes what the site is asked, or the records", async (field) => {
      // A refused page is no effect of the field, and is asked for again.
      const outcome = async (body: Body) => {
        bench.calls.length = 0;
        const records = await bench.runAnew(operation, body).catch(() => null);
        const requests = new Set(bench.calls.map((call) => `${call.method} ${call.url} ${call.body}`));
        return [JSON.stringify([...requests].sort()), records && JSON.stringify(records)] as const;
      };
      const run = (looked: Operation, body: Body) => bench.run(looked, body).catch(() => []);
      let tried = 0;
      for await (const [one, other] of questionPairs(source, operation, [field], run)) {
        if (++tried > MAX_PAIRS) break;
        const [asked, found] = await outcome(one);
        const [askedOther, foundOther] = await outcome(other);
        if (asked !== askedOther || (found && foundOther && found !== foundOther)) return;
      }
      throw new Error(`"${field}" has no effect in ${tried} pairs of calls: send it to the site, or take it away`);
    });
  });
}

export interface WrongBody {
  field: string;
  why: string;
  body: Record<string, unknown>;
}

interface FieldSchema {
  type?: string;
  anyOf?: FieldSchema[];
  enum?: unknown[];
  items?: FieldSchema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxItems?: number;
}

/** Bodies with one invalid field each, in every way that the field's schema allows. */
export function wrongBodies({ request, examples: [example] }: Operation): WrongBody[] {
  return Object.entries<FieldSchema>(request.properties).flatMap(([field, schema]) => {
    const bodies = wrongValues(schema).map(([why, value]) => ({ field, why, body: { ...example, [field]: value } }));
    if (!request.required.includes(field)) return bodies;
    const { [field]: _, ...without } = example;
    return [{ field, why: "missing", body: without }, ...bodies];
  });
}

function wrongValues(schema: FieldSchema): Array<[why: string, value: unknown]> {
  const { type, enum: values, items, minimum, maximum, minLength, maxItems } = typed(schema);
  const wrong: Array<[string, unknown]> = [["an object", {}]];
  if (values) wrong.push(["not of the list", "no such value"]);
  if (type === "integer") wrong.push(["a text", "many"], ["a fraction", 1.5]);
  if (minimum !== undefined) wrong.push(["too small", minimum - 1]);
  if (maximum !== undefined) wrong.push(["too large", maximum + 1]);
  if (minLength) wrong.push(["too short", ""]);
  if (type === "array") wrong.push(["no list", "one"]);
  if (maxItems !== undefined) wrong.push(["too many", Array.from({ length: maxItems + 1 }, () => exampleItem(items))]);
  if (items) wrong.push(...wrongValues(items).map(([why, value]): [string, unknown] => [`${why} in it`, [value]]));
  return wrong;
}

const exampleItem = (items?: FieldSchema): unknown => items?.enum?.[0] ?? (items?.type === "integer" ? 1 : "x");

/** A nullable field is described by its non-null half. */
const typed = (schema: FieldSchema): FieldSchema => schema.anyOf?.find(({ type }) => type !== "null") ?? schema;
