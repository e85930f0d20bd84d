import type { Operation } from "../../contract/operation.ts";
import type { Source } from "../../contract/source.ts";
import { isEmpty } from "../../extraction/is-empty.ts";
import { operationAt, pairs, type Reading, readSample, type Sample } from "./sample.ts";

type Rec = Record<string, unknown>;

/** Pages on which a patch must prove itself. */
export interface Evidence {
  /** The incident's pages. */
  bad: readonly Sample[];
  /** Pages of before. */
  good: readonly Sample[];
  /** Everything else that the source reads: captures, recordings. */
  others: readonly Sample[];
}

export type Before = Record<keyof Evidence, Reading[]>;

/** The share of lost values that a patch must bring back. Each of them must be as it was. */
const MIN_FOUND = 0.9;
/** Differing values that are shown. */
const SHOWN = 3;
/** Evidence that values are not equal by chance, in bits. One value can give as much. */
const MIN_BITS = 10;
/** The share of the good page's records that the incident's page must still have, whichever they are. */
const MIN_RECORDS = 0.8;
/** The share of them that must be the same things. */
const MIN_PAIRED = 0.3;

export const readAll = (source: Source, { good, bad, others }: Evidence): Before => ({
  good: good.map((sample) => readSample(source, sample)),
  bad: bad.map((sample) => readSample(source, sample)),
  others: others.map((sample) => readSample(source, sample)),
});

/**
 * Why a patched source is not proved; null if it is. The incident's pages must give the values that the same records had
 * before in the fields that were lost, nothing else may change for the worse, and every other page must read as it did.
 */
export function whyNotProved(source: Source, evidence: Evidence, known: Known, claim: Claim): string | null {
  const { before, loose } = known;
  const after = readAll(source, evidence);
  const failed = after.bad.find(({ error }) => error !== null);
  if (failed) return `the incident's page is still unreadable: ${failed.error}`;
  const operation = operationAt(source, evidence.bad[0]!.operation);
  const [was, then, now] = [before.good, loose, after.bad].map((readings) =>
    readings.flatMap(({ records }) => records),
  );
  // One call may have read more pages than the other.
  const expected = Math.floor((was!.length * after.bad.length) / before.good.length);
  if (now!.length < MIN_RECORDS * Math.min(expected, was!.length))
    return `${now!.length} records, where ${expected} were`;
  const paired = pairs(operation, was!, now!, claim.fields).length;
  const common = Math.min(was!.length, now!.length);
  if (paired < MIN_PAIRED * common) return `only ${paired} of ${common} records are on both pages`;
  const unproved = [...claim.fields].flatMap((field) => fieldDoubt(operation, field, claim, was!, now!) ?? []);
  if (unproved.length > 0) return unproved.join("; ");
  const worse = worseFields(operation, claim.fields, was!, then!, now!);
  if (worse.length > 0) return `other values changed: ${worse.join(", ")}`;
  for (const [name, earlier, later, samples] of [
    ["the good page", before.good, after.good, evidence.good],
    ["the saved page", before.others, after.others, evidence.others],
  ] as const) {
    const at = later.findIndex((reading, nth) => JSON.stringify(reading) !== JSON.stringify(earlier[nth]));
    if (at >= 0) return `${name} ${samples[at]?.name} gives other records than before`;
  }
  return null;
}

/** What a patch must bring back, and how much speaks for it besides the values. */
export interface Claim {
  fields: ReadonlySet<string>;
  bits: number;
}

/** What the source reads without a patch. */
export interface Known {
  before: Before;
  /** The incident's pages, even if required fields are empty. */
  loose: Reading[];
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function fieldDoubt(
  operation: Operation,
  field: string,
  { fields, bits }: Claim,
  known: readonly Rec[],
  now: readonly Rec[],
): string | null {
  const compared = pairs(operation, known, now, fields).map(([was, is]): [unknown, unknown] => [was[field], is[field]]);
  const filled = compared.filter(([was]) => !isEmpty(was));
  if (compared.length === 0) return `${field}: no record is on both pages`;
  if (filled.length === 0) return null;
  const equal = filled.filter(([was, is]) => same(was, is));
  const others = filled.filter(([was, is]) => !same(was, is));
  if (others.some(([, is]) => !isEmpty(is)) || equal.length < MIN_FOUND * filled.length) {
    const shown = others.slice(0, SHOWN).map(([was, is]) => `${JSON.stringify(was)} is ${JSON.stringify(is)} now`);
    return `${field}: ${equal.length} of ${filled.length} values are as before (${shown.join(", ")})`;
  }
  if (bits + evidenceBits(equal.map(([was]) => was)) < MIN_BITS)
    return `${field}: equal values of ${equal.length} records may be chance`;
  // A value where there was none would be invented.
  const invented = compared.filter(([was, is]) => isEmpty(was) && !isEmpty(is)).length;
  return invented > compared.length * (1 - MIN_FOUND)
    ? `${field}: ${invented} records have a value that they did not have`
    : null;
}

/** How unlikely it is that these values are equal by chance: rare ones tell more, and so do long ones. */
function evidenceBits(values: readonly unknown[]): number {
  const texts = values.map((value) => JSON.stringify(value));
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const rare = texts.reduce((sum, text) => sum + Math.log2(texts.length / counts.get(text)!), 0);
  const long = [...counts.keys()].map((text) => Math.min(MIN_BITS, 2 * text.replace(/["\s.,:-]|0+$/g, "").length));
  return rare + (/^(?:true|false)$/.test(texts[0] ?? "") ? 0 : long.reduce((sum, bits) => sum + bits, 0));
}

/** Fields of which fewer records are as before than without the patch. */
function worseFields(
  operation: Operation,
  fields: ReadonlySet<string>,
  known: readonly Rec[],
  then: readonly Rec[],
  now: readonly Rec[],
): string[] {
  const equal = (records: readonly Rec[], field: string) =>
    pairs(operation, known, records, fields).filter(([was, is]) => same(was[field], is[field])).length;
  return Object.keys(operation.record.properties).filter((field) => equal(now, field) < equal(then, field));
}
