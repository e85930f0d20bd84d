import { type Static, type TSchema, Type } from "typebox";
import { resultsEnds } from "./findings.ts";
import { choice, integer, listOf, mapOf, orNull } from "./shapes.ts";
import { decodeWarning, encodeWarning, type WarningCode } from "./warnings.ts";

type Stored = string | number | null;

interface Fact {
  /** In views and in columns. */
  name: string;
  header: string;
  schema: TSchema;
  /** Its value if nothing is said of it; it has no header then, and its column is null. */
  none: null | readonly [];
  toHeader(value: never): string;
  fromHeader(text: string): unknown;
  toColumn(value: never): Stored;
  fromColumn(stored: never): unknown;
}

const same = <T>(value: T): T => value;
const text = { none: null, toHeader: same<string>, toColumn: same<string>, fromColumn: same<string> };
const whole = {
  none: null,
  toHeader: String,
  fromHeader: Number,
  toColumn: same<number>,
  fromColumn: same<number>,
};

/**
 * What a response says of itself besides its records. Headers, trailers, columns, views, MCP results and the documents are
 * derived from this table. Headers are ASCII: what is not is percent-encoded.
 */
export const answerFacts = {
  resultsEnd: {
    name: "results_end",
    header: "x-results-end",
    schema: orNull(choice(resultsEnds, { description: "Why there are no more records." })),
    ...text,
    fromHeader: (text: string) => resultsEnds.find((end) => end === text) ?? null,
  },
  resultsTotal: {
    name: "results_total",
    header: "x-results-total",
    schema: orNull(integer({ description: "Total number of results that the site reports." })),
    ...whole,
  },
  resolved: {
    name: "resolved",
    header: "x-resolved",
    schema: orNull(
      mapOf(Type.Unsafe<string | number>({ type: ["string", "number"] }), {
        description: "How a text in the request was interpreted.",
      }),
    ),
    none: null,
    toHeader: (resolved: object) => encodeURIComponent(JSON.stringify(resolved).toWellFormed()),
    fromHeader: (text: string) => JSON.parse(decodeURIComponent(text)),
    toColumn: (resolved: object) => JSON.stringify(resolved),
    fromColumn: (stored: string) => JSON.parse(stored),
  },
  warnings: {
    name: "warnings",
    header: "x-warnings",
    schema: listOf(Type.Unsafe<WarningCode>({ type: "string" }), { description: "Warning codes." }),
    none: [],
    toHeader: (codes: WarningCode[]) => codes.map(encodeWarning).join(", "),
    fromHeader: (text: string) => text.split(", ").map(decodeWarning),
    toColumn: (codes: WarningCode[]) => codes.join(","),
    fromColumn: (stored: string) => stored.split(",") as WarningCode[],
  },
  age: {
    name: "age",
    header: "age",
    schema: orNull(integer({ description: "Age of a cached result in seconds; null if it was fetched now." })),
    ...whole,
  },
  standIn: {
    name: "stand_in",
    header: "x-stand-in",
    schema: orNull(
      Type.Boolean({ description: "True if a stand-in gave the records, which are made up; null otherwise." }),
    ),
    none: null,
    toHeader: String,
    fromHeader: (text: string) => text === "true",
    toColumn: Number,
    fromColumn: Boolean,
  },
  recalled: {
    name: "recalled",
    header: "x-recalled",
    schema: orNull(
      integer({
        description: "The recall that found wrong values in these records (`GET /recalls`); null if none did.",
      }),
    ),
    ...whole,
  },
} as const satisfies Record<string, Fact>;

type Table = typeof answerFacts;
type Key = keyof Table;
/** Each fact with its value; `resultsEnd` is null until the records end, and forever if the client disconnects first. */
export type AnswerFacts = { [K in Key]: Static<Table[K]["schema"]> };
/** The facts as views show them. */
export type FactsView = { [K in Key as Table[K]["name"]]: AnswerFacts[K] };
/** The facts as commands of the ledger carry them. */
export type StoredFacts = { [K in Key]: ReturnType<Table[K]["toColumn"]> | null };
/** The facts as columns of a row. */
export type FactColumns = { [K in Key as Table[K]["name"]]: StoredFacts[K] };
/** The facts of a whole response: they say why there are no more records. */
export type WholeFacts = AnswerFacts & { resultsEnd: NonNullable<AnswerFacts["resultsEnd"]> };

/** The schema of each fact in views. */
export const factFields = Object.fromEntries(Object.values(answerFacts).map(({ name, schema }) => [name, schema])) as {
  [K in Key as Table[K]["name"]]: Table[K]["schema"];
};

const { age: _age, recalled: _recalled, ...ofEvery } = answerFacts;
/** The headers of facts that any response may have; only a cached one has an age, and only a stored one is recalled. */
export const factHeaderNames = Object.values(ofEvery).map(({ header }) => header);

const facts = Object.entries(answerFacts) as Array<[Key, Fact]>;
const isNone = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);

const byKey = (value: (fact: Fact, key: Key) => unknown) =>
  Object.fromEntries(facts.map(([key, fact]) => [key, value(fact, key)]));
const byName = (value: (fact: Fact, key: Key) => unknown) =>
  Object.fromEntries(facts.map(([key, fact]) => [fact.name, value(fact, key)]));

export const noFacts = byKey(({ none }) => none) as AnswerFacts;

/** A stored response has its facts as headers beside its body, so that a replay reports what the first one did. */
export const factHeaders = (given: AnswerFacts): Record<string, string> =>
  Object.fromEntries(
    facts.flatMap(([key, { header, toHeader }]) =>
      isNone(given[key]) ? [] : [[header, toHeader(given[key] as never)]],
    ),
  );

export const factsFrom = (headers: Record<string, string>): AnswerFacts =>
  byKey(({ header, none, fromHeader }) => {
    const text = headers[header];
    return text === undefined ? none : fromHeader(text);
  }) as AnswerFacts;

/** No response without its proof: records whose end is unknown are a failure of Winnow, and free. */
export function wholeFacts(given: AnswerFacts | null): WholeFacts {
  if (!given?.resultsEnd) throw new Error("the records ended without a reason");
  return { ...given, resultsEnd: given.resultsEnd };
}

export const factsView = (given: AnswerFacts | null): FactsView =>
  byName((_, key) => (given ?? noFacts)[key]) as FactsView;

/** The facts as the ledger stores them. */
export const storedFacts = (given: AnswerFacts | null): StoredFacts =>
  byKey(({ toColumn }, key) => (!given || isNone(given[key]) ? null : toColumn(given[key] as never))) as StoredFacts;

/** The columns of a row that are facts. */
export const pickFacts = (row: FactColumns): FactColumns =>
  byName(({ name }) => row[name as keyof FactColumns]) as FactColumns;

/** The facts in a row, as views show them. */
export const factsOfRow = <R extends Partial<FactColumns>>(row: R): Pick<FactsView, keyof FactsView & keyof R> =>
  Object.fromEntries(
    facts
      .filter(([, { name }]) => name in row)
      .map(([, { name, none, fromColumn }]) => {
        const stored = row[name as keyof FactColumns];
        return [name, stored === null ? none : fromColumn(stored as never)];
      }),
  ) as FactsView;
