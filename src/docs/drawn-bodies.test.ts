import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { drawer, type Node } from "../../test/support/draw-values.ts";
import { createRegistry, type Entry } from "../service/registry.ts";
import { findSources } from "../sources/find-sources.ts";
import { openApiDocument } from "./openapi.ts";

/**
 * The service accepts what fits the document: bodies generated from its schemas are never 422. It rejects what does not
 * fit, unless FastAPI would accept it.
 */

const registry = createRegistry(await findSources());
const { components } = openApiDocument(registry) as { components: { schemas: Record<string, Node> } };
const schemaOf = ({ operation }: Entry): Node => components.schemas[(operation.request as { title: string }).title]!;
const ajv = new Ajv2020({ strict: false, formats: { date: /^\d{4}-\d\d-\d\d$/ } });
const BODIES = Math.ceil(9_000 / registry.entries.length);

const refusal = ({ read }: Entry, body: object): unknown => {
  try {
    read(Buffer.from(JSON.stringify(body)), "application/json");
    return null;
  } catch (error) {
    return (error as { detail: unknown }).detail;
  }
};

/**
 * Violations of the operation's cross-field rules in a body. The document does not express comparisons of values, and says
 * only in words that `destination` must be coordinates if `destination_type` is LATLONG.
 */
function missedIn({ read, operation }: Entry, body: Record<string, unknown>): unknown {
  if (body.destination_type === "LATLONG") return null;
  try {
    operation.check?.(read(Buffer.from(JSON.stringify(body)), "application/json"));
    return null;
  } catch (error) {
    const { status, detail } = error as { status: number; detail: unknown };
    return status === 400 ? detail : null;
  }
}

/** Whether a body passes both the reader and the operation's cross-field rules. */
function isTaken(entry: Entry, body: object): boolean {
  try {
    const read = entry.read(Buffer.from(JSON.stringify(body)), "application/json");
    entry.operation.check?.(read);
    return true;
  } catch {
    return false;
  }
}

const wrong = [null, {}, [], [null], "", "7.5", "maybe", 7.5, -1, 1e15, true, "x".repeat(3_000), "2027-13-45", "7"];

/** The lenient conversions listed in `docs/calling.md`. */
function isForgiven(node: Node, value: unknown): boolean {
  if (node.anyOf) return node.anyOf.some((option) => isForgiven(option, value));
  if (node.pattern) return typeof value === "string" && value !== "";
  if (node.type === "integer") return value === true || value === "7";
  if (node.type === "boolean") return value === 1 || value === 0;
  return node.format === "date" && (value === "7" || value === -1 || value === 1e15 || value === 7.5);
}

describe.each(registry.entries)("$name", (entry) => {
  const schema = schemaOf(entry);
  const fits = ajv.compile(schema);

  test("bodies generated from the document are never 422", () => {
    const { body } = drawer("bodies");
    for (let drawn = 0; drawn < BODIES; drawn++) {
      const one = body(schema);
      expect(fits(one), JSON.stringify(fits.errors)).toBe(true);
      const refused = refusal(entry, one);
      if (refused !== null) expect({ one, refused }).toEqual({ one, refused: null });
      const missed = missedIn(entry, one);
      if (missed !== null) expect({ one, missed }).toEqual({ one, missed: null });
    }
  });

  test("a body that does not fit is 422, unless a lenient conversion accepts it", () => {
    const { body, oneOf, random } = drawer("mutants");
    const names = Object.keys(schema.properties!);
    for (let drawn = 0; drawn < 300; drawn++) {
      const mutant = body(schema);
      const name = oneOf(names);
      if (random() < 0.2) delete mutant[name];
      else mutant[name] = oneOf(wrong);
      if (fits(mutant) || isForgiven(schema.properties![name]!, mutant[name])) continue;
      if (isTaken(entry, mutant)) expect({ mutant, name }).toBe("refused");
    }
  });
});
