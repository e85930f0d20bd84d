import { Ajv } from "ajv";
import { toError } from "../base/thrown.ts";
import { WinnowError } from "../contract/errors.ts";
import type { Operation } from "../contract/operation.ts";
import { savedRecords } from "../extraction/row-accounting.ts";
import { type Seeded, seeded } from "../source-kit/stand-in/seeded.ts";
import { readingContext, savedAnswer } from "./saved-answer.ts";

const JUNK = [
  null,
  "",
  0,
  -1,
  1e300,
  true,
  [],
  {},
  [null],
  [[{}]],
  "<b>&amp;x",
  "\0",
  "javascript:x",
  "http://[",
  "//",
];

function mangledJson(value: unknown, chance: Seeded): unknown {
  if (chance.chance(0.03)) return chance.pick(JUNK);
  if (Array.isArray(value)) return value.map((item) => mangledJson(item, chance));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(() => !chance.chance(0.02));
  return Object.fromEntries(kept.map(([key, item]) => [key, mangledJson(item, chance)]));
}

const NOISE = ["", "[", "]", "{", '"', "\\", "<", ">", "<svg", "-", "-9", "1e999", "\n", "\0", "_", ","];

/** Truncates, or deletes, inserts, overwrites or repeats pieces, or changes numbers. */
function damaged(text: string, chance: Seeded): string {
  let page = chance.chance(0.4) ? text.slice(0, chance.int(0, text.length)) : text;
  for (let change = chance.int(0, 6); change > 0; change--) {
    const at = chance.int(0, page.length);
    const end = Math.min(page.length, at + chance.int(0, 2_000));
    const noise = chance.pick(NOISE);
    page = chance.pick([
      () => page.slice(0, at) + page.slice(end),
      () => page.slice(0, at) + noise + page.slice(at),
      () => page.slice(0, at) + noise + page.slice(end),
      () => page.slice(0, end) + page.slice(at),
      () => page.replace(/\d+/g, (digits) => (chance.chance(0.01) ? String(chance.int(-8, 9_000)) : digits)),
    ])();
  }
  return page;
}

/** JSON with changed values and missing keys; other text with changed letters. */
const mangled = (text: string, chance: Seeded): string =>
  text.startsWith("{") && chance.chance(0.6)
    ? JSON.stringify(mangledJson(JSON.parse(text), chance))
    : damaged(text, chance);

/**
 * Reads corrupted responses, the same ones on every run. A reader may return records that fit the schema or throw an error
 * of the catalogue; anything else is returned as a fault.
 */
export function faultsOfReader(
  operation: Operation,
  request: Record<string, unknown>,
  answers: string[],
  runs: number,
): string[] {
  const fits = new Ajv({ strict: false }).compile(withoutCoverage(operation));
  const faults: string[] = [];
  for (let run = 0; run < runs; run++) {
    const chance = seeded(`mangled ${run}`);
    try {
      const answer = savedAnswer(mangled(chance.pick(answers), chance));
      for (const record of savedRecords(operation, answer, request, readingContext)) {
        const isOther = Reflect.get(record, "@type") !== operation.record.title;
        if (!isOther && !fits(record)) faults.push(`run ${run}: ${JSON.stringify(fits.errors?.[0])}`);
      }
    } catch (error) {
      if (!(error instanceof WinnowError)) faults.push(`run ${run}: ${toError(error).stack}`);
    }
  }
  return faults;
}

/** The record's schema without required values, which the coverage guard checks when a page is read live. */
function withoutCoverage({ record }: Operation) {
  const fields = Object.entries<object>(record.properties).map(([name, field]) => [
    name,
    "x-filled" in field ? { anyOf: [field, { type: "null" }] } : field,
  ]);
  return { ...record, properties: Object.fromEntries(fields) };
}
