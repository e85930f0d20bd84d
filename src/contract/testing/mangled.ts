import { Ajv } from "ajv";
import { WinnowError } from "../errors.ts";
import type { Operation } from "../operation.ts";
import { type Seeded, seeded } from "../seeded.ts";
import { answerOf, readingContext } from "./saved-answer.ts";

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

/** JSON with other values and missing keys; any text cut short, or with a piece out of it. */
function mangled(text: string, chance: Seeded): string {
  if (text.startsWith("{") && chance.chance(0.8)) return JSON.stringify(mangledJson(JSON.parse(text), chance));
  const from = chance.int(0, text.length);
  return chance.chance(0.5) ? text.slice(0, from) : text.slice(0, from) + text.slice(from + chance.int(0, 2_000));
}

/**
 * Reads answers that came out wrong, the same ones on every run. What a reader may do with them is give records
 * that fit the schema or throw an error of the catalogue; anything else is returned as a fault.
 */
export function faultsOfReader(
  operation: Operation,
  request: Record<string, unknown>,
  answers: string[],
  runs: number,
): string[] {
  const fits = new Ajv({ strict: false }).compile(operation.record);
  const faults: string[] = [];
  for (let run = 0; run < runs; run++) {
    const chance = seeded(`mangled ${run}`);
    try {
      const answer = answerOf(mangled(chance.pick(answers), chance));
      for (const record of operation.parse(answer, request, readingContext)) {
        const isOther = (record as { "@type"?: string })["@type"] !== operation.record.title;
        if (!isOther && !fits(record)) faults.push(`run ${run}: ${JSON.stringify(fits.errors?.[0])}`);
      }
    } catch (error) {
      if (!(error instanceof WinnowError)) faults.push(`run ${run}: ${(error as Error).stack}`);
    }
  }
  return faults;
}
