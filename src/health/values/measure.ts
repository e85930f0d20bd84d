import { type Column, columnsOf, type FlatRecord } from "./columns.ts";
import { answerKey, latencyToLog, type MeasureKey, toLog } from "./kinds.ts";
import { median, quantile } from "./numbers.ts";
import { addText, emptyProfile, likeness, type TextProfile } from "./text-profile.ts";

/** The measures of one run. */
export interface Measured {
  values: Map<MeasureKey, number>;
  /** Profiles of the text fields. */
  profiles: Map<string, TextProfile>;
}

/** Figures of a run besides the values of its fields. */
export interface AnswerFigures {
  records: number;
  pages: number;
  /** The requested number; null if a request cannot specify it. */
  count: number | null;
  /** The total that the site reports. */
  total: number | null;
  /** Milliseconds per page, without the wait for a permit; null if no page was fetched. */
  latencyMs: number | null;
  /** Share of its records that repeat another one; `overlap` is the share that another request had too. */
  duplicates: number;
  overlap: number;
}

/** Fewer values do not show how they are spread, or whether they are all the same. */
const LEAST_SPREAD = 8;
const LEAST_CONSTANT = 5;
const LEAST_NUMBERS = 5;
const MOST_ORDERS = 10;
/** Runs needed before a text is compared with its profile. */
const LEAST_PROFILED = 20;

/** Measures a sample of a run's records. Texts are compared with the fields' usual texts. */
export function measure(
  records: FlatRecord[],
  answer: AnswerFigures,
  usual: ReadonlyMap<string, TextProfile & { runs: number }>,
): Measured {
  const values = new Map<MeasureKey, number>(answerMeasures(answer));
  const profiles = new Map<string, TextProfile>();
  const columns = columnsOf(records);
  for (const [field, column] of columns) {
    values.set(`${field} filled`, column.filled / records.length);
    if (column.filled === 0) continue;
    for (const [kind, value] of fieldMeasures(column, records.length)) values.set(`${field} ${kind}`, value);
    const known = usual.get(field);
    if (column.texts.length === 0) continue;
    const profile = emptyProfile();
    for (const text of column.texts) addText(profile, text);
    profiles.set(field, profile);
    if (!known || known.runs < LEAST_PROFILED) continue;
    // Plain words have no format that a reader could depend on.
    const formatted = column.texts.filter((text) => /\d/.test(text)).length;
    if (formatted * 2 >= column.texts.length) values.set(`${field} format`, likeness(profile.shapes, known.shapes));
    // An id differs for every record and has no language.
    if (field !== "id") values.set(`${field} wording`, likeness(profile.pairs, known.pairs));
  }
  for (const [key, share] of orders(records, columns)) values.set(key, share);
  return { values, profiles };
}

function* answerMeasures({ records, pages, count, total, ...rest }: AnswerFigures): Generator<[MeasureKey, number]> {
  yield [answerKey("records"), toLog(records)];
  if (total !== null) {
    yield [answerKey("total"), toLog(total)];
    if (total > 0) yield [answerKey("complete"), Math.min(1, records / Math.min(total, count ?? total))];
  }
  if (pages > 0) yield [answerKey("rows"), toLog(records / pages)];
  if (rest.latencyMs !== null) yield [answerKey("latency"), latencyToLog(rest.latencyMs)];
  if (records < 2) return;
  yield [answerKey("duplicates"), rest.duplicates];
  yield [answerKey("overlap"), rest.overlap];
}

function* fieldMeasures(column: Column, records: number) {
  const { numbers, texts, items, flags, trueFlags, filled } = column;
  yield ["numeric", numbers.length / filled] as const;
  // A few among many differ each time.
  if (numbers.length >= Math.min(LEAST_NUMBERS, records)) {
    const logs = numbers.map(toLog);
    yield ["median", median(logs)] as const;
    yield ["fraction", numbers.filter((value) => !Number.isInteger(value)).length / numbers.length] as const;
    if (logs.length >= LEAST_SPREAD) yield ["spread", quantile(logs, 0.75) - quantile(logs, 0.25)] as const;
  }
  if (texts.length > 0) yield ["length", median(texts.map(({ length }) => toLog(length)))] as const;
  if (items.length > 0) yield ["items", median(items.map(toLog))] as const;
  if (flags >= LEAST_CONSTANT) yield ["mixed", (4 * trueFlags * (flags - trueFlags)) / flags ** 2] as const;
  if (filled >= LEAST_CONSTANT && flags === 0 && items.length === 0) {
    yield ["constant", column.commonest / filled] as const;
  }
}

/** Numbers whose names share a word are often ordered, such as `price` and `list_price`. */
function* orders(records: FlatRecord[], columns: Map<string, Column>): Generator<[MeasureKey, number]> {
  const numeric = [...columns].filter(([, { numbers }]) => numbers.length > 0).map(([field]) => field);
  let left = MOST_ORDERS;
  for (const [at, one] of numeric.entries()) {
    for (const other of numeric.slice(at + 1)) {
      if (left === 0) return;
      if (!shareAWord(one, other)) continue;
      const both = records.filter((record) => isNumber(record.get(one)) && isNumber(record.get(other)));
      if (both.length === 0) continue;
      left--;
      const below = both.filter((record) => Number(record.get(one)) < Number(record.get(other)));
      yield [`${one} order:${other}`, below.length / both.length];
    }
  }
}

const isNumber = (value: unknown): value is number => typeof value === "number";
const wordsOf = (field: string): string[] => field.split(/[._]/);
const shareAWord = (one: string, other: string): boolean => {
  const words = new Set(wordsOf(one));
  return wordsOf(other).some((word) => words.has(word));
};
