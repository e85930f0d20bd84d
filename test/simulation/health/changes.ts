import type { RecordedRun, RecordedSource } from "./recorded-runs.ts";

type RecordRow = Record<string, unknown>;
/** A change at the site, applied between the engine and health. */
export interface SiteChange {
  name: string;
  /** The kind of operation that shows it. */
  where: "list" | "detail";
  /** Extra milliseconds per page. */
  slowerMs?: number;
  records?: Mutation;
}

type Mutation = (run: RecordedRun, fields: WatchedFields, random: () => number) => RecordRow[];

/** Fields of a source to change, as `outer.inner`. */
export interface WatchedFields {
  number: string;
  text: string;
  otherText: string;
  optional: string;
  currency: string | null;
  date: string;
}

export const watchedFields: Record<string, WatchedFields> = {
  nlretail: { number: "price", text: "name", otherText: "brand", optional: "rating", currency: null, date: "delivery" },
  ruretail: {
    number: "price",
    text: "name",
    otherText: "brand.name",
    optional: "rating",
    currency: "currency",
    date: "pickup_points.delivery_date",
  },
  bizbureau: {
    number: "rating_score",
    text: "name",
    otherText: "address",
    optional: "phone",
    currency: null,
    date: "phone",
  },
  stays: {
    number: "price.amount",
    text: "name",
    otherText: "address",
    optional: "area",
    currency: "price.currency",
    date: "price.formatted",
  },
  hkproperty: {
    number: "price",
    text: "estate_name",
    otherText: "developer",
    optional: "saleable_area",
    currency: null,
    date: "valuation_at",
  },
  jobsboard: {
    number: "follower_count",
    text: "name",
    otherText: "industry",
    optional: "location",
    currency: null,
    date: "size",
  },
};

const setting =
  (field: string, value: (old: unknown, record: RecordRow) => unknown) =>
  (record: RecordRow): RecordRow => {
    const [outer, inner] = field.split(".") as [string, string?];
    const old = record[outer];
    if (inner === undefined) return { ...record, [outer]: value(old, record) };
    const inside = (Array.isArray(old) ? old[0] : old) as RecordRow | null | undefined;
    if (!inside) return record;
    const changed = { ...inside, [inner]: value(inside[inner], record) };
    return { ...record, [outer]: Array.isArray(old) ? [changed, ...old.slice(1)] : changed };
  };
const getting = (record: RecordRow, field: string): unknown => {
  const [outer, inner] = field.split(".") as [string, string?];
  const value = record[outer];
  return inner === undefined ? value : ((Array.isArray(value) ? value[0] : value) as RecordRow | null)?.[inner];
};
const numbers = (change: (value: number) => number | null) => (value: unknown) =>
  typeof value === "number" ? change(value) : value;
const texts = (change: (value: string) => string) => (value: unknown) =>
  typeof value === "string" ? change(value) : value;

/** Words of languages that no stand-in uses. */
const elsewhere =
  "yksi kaksi kolme talo vesi kirja ikkuna poyta tuoli valkoinen musta vihrea kaupunki katu lumi jaa".split(" ");
const translated = (text: string): string =>
  text.replaceAll(/\p{L}+/gu, (word) => elsewhere[(word.length * 7 + word.codePointAt(0)!) % elsewhere.length]!);
const reformatted = (value: unknown): unknown => {
  if (typeof value === "number") return new Date(value * 1000).toISOString().slice(0, 10);
  if (typeof value !== "string") return value;
  const [year, month, day] = value.split("-");
  if (day !== undefined && year!.length === 4) return `${day}/${month}/${year}`;
  return `[${value.replaceAll(/\D+/g, ".")}] ${value.replaceAll(/\d/g, "")}`;
};
/** A reader that takes the comma for the decimal separator, at a site that now writes a point. */
const misread = (value: number): number =>
  Number.isInteger(value) ? value / 1000 : Number(String(value).replace(".", ""));

const pageOf = ({ records, pages }: RecordedRun): number => Math.ceil(records.length / Math.max(2, pages));
const ofField =
  (which: keyof WatchedFields, value: (old: unknown) => unknown): Mutation =>
  ({ records }, fields) =>
    records.map(setting(fields[which]!, value));
const losing =
  (share: number): Mutation =>
  ({ records }, { number }, random) =>
    records.map(setting(number, (old) => (random() < share ? null : old)));

export const siteChanges: SiteChange[] = [
  { name: "a field goes missing", where: "detail", records: ofField("optional", () => null) },
  { name: "number missing in 30 %", where: "detail", records: losing(0.3) },
  { name: "number missing in 60 %", where: "detail", records: losing(0.6) },
  {
    name: "numbers x 100",
    where: "detail",
    records: ofField(
      "number",
      numbers((value) => value * 100),
    ),
  },
  {
    name: "number always 1",
    where: "detail",
    records: ofField(
      "number",
      numbers(() => 1),
    ),
  },
  {
    name: "two fields swapped",
    where: "detail",
    records: ({ records }, { text, otherText }) =>
      records.map((record) =>
        setting(
          text,
          () => getting(record, otherText) ?? null,
        )(setting(otherText, () => getting(record, text))(record)),
      ),
  },
  {
    name: "wrong language",
    where: "detail",
    records: ({ records }, { text, otherText }) =>
      records.map((record) => setting(text, texts(translated))(setting(otherText, texts(translated))(record))),
  },
  {
    name: "the same page for every page",
    where: "list",
    records: (run) => run.records.map((_, nth) => run.records[nth % pageOf(run)]!),
  },
  { name: "2 rows of a long list", where: "list", records: ({ records }) => records.slice(0, 2) },
  { name: "each row twice", where: "list", records: ({ records }) => records.map((_, nth) => records[nth >> 1]!) },
  { name: "700 ms slower", where: "list", slowerMs: 700 },
  {
    name: "rows renamed: 1 of 15 is read",
    where: "list",
    records: ({ records }) => records.filter((_, nth) => nth % 15 === 0),
  },
  { name: "rows removed, total left", where: "list", records: () => [] },
  {
    name: "another currency or unit",
    where: "detail",
    records: ({ records }, { number, currency }) =>
      records.map((record) => {
        const changed = setting(
          number,
          numbers((value) => value * 11),
        )(record);
        return currency === null ? changed : setting(currency, () => "SEK")(changed);
      }),
  },
  { name: "decimal comma to point", where: "detail", records: ofField("number", numbers(misread)) },
  { name: "list cut to its first page", where: "list", records: (run) => run.records.slice(0, pageOf(run)) },
  { name: "date format swapped", where: "detail", records: ofField("date", reformatted) },
];

export const seenIn = ({ where }: SiteChange, source: RecordedSource) => source[where];
