import type { StandInCall } from "../../../src/contract/stand-in.ts";
import type { SitePage, SiteRow, Word } from "./site-pages.ts";

/** A change at a site, made between its stand-in and the service. */
export interface SiteChange {
  name: string;
  /** The kind of operation that shows it. */
  where: "list" | "detail";
  /** Extra milliseconds per page. */
  slowerMs?: number;
  /** No other source has what it changes. */
  only?: string;
  rows?(rows: SiteRow[], page: PageOf): SiteRow[];
}

interface PageOf {
  random(): number;
  /** From 1. */
  number: number;
  /** The address of the list. */
  list: string;
  /** The rows of the first page of the same list. */
  first: SiteRow[];
}

const setting =
  (word: Word, value: (old: unknown, row: SiteRow) => unknown) =>
  (rows: SiteRow[]): SiteRow[] => {
    for (const row of rows) {
      const old = row.get(word);
      if (old !== undefined && old !== null) row.set(word, value(old, row));
    }
    return rows;
  };
const numbers = (change: (value: number) => unknown) =>
  setting("number", (old) => change(Number(String(old).replaceAll(",", ""))));
const losing =
  (share: number) =>
  (rows: SiteRow[], { random }: PageOf): SiteRow[] =>
    setting("number", (old) => (random() < share ? null : old))(rows);

/** Words of a language that no stand-in uses. */
const elsewhere =
  "yksi kaksi kolme talo vesi kirja ikkuna poyta tuoli valkoinen musta vihrea kaupunki katu lumi jaa".split(" ");
const translated = (text: unknown): string =>
  String(text).replaceAll(
    /\p{L}+/gu,
    (word) => elsewhere[(word.length * 7 + word.codePointAt(0)!) % elsewhere.length]!,
  );

/** The same date, number or code in the style of another country. */
function reformatted(value: unknown): string {
  const text = String(value);
  const date = /^(\d{4})-(\d\d)-(\d\d)/.exec(text);
  if (date) return `${date[3]}/${date[2]}/${date[1]}`;
  const price = /^(\D*)([\d,]+)\.(\d\d)$/.exec(text);
  if (price) return `${price[2]!.replaceAll(",", ".")},${price[3]} ${price[1]}`.trim();
  const phone = /^\((\d+)\) (\d+)-(\d+)$/.exec(text);
  if (phone) return `${phone[1]}.${phone[2]}.${phone[3]}`;
  const span = /^(\d+)-(\d+)$/.exec(text);
  if (span) return `${span[1]} to ${span[2]}`;
  return `${(text.match(/\d+/g) ?? ["-"]).join(":")} ${text.replaceAll(/[\d:]+/g, "")}`;
}

export const siteChanges: SiteChange[] = [
  { name: "a field goes missing", where: "detail", rows: setting("optional", () => null) },
  { name: "number missing in 30 %", where: "detail", rows: losing(0.3) },
  { name: "number missing in 60 %", where: "detail", rows: losing(0.6) },
  { name: "numbers x 100", where: "detail", rows: numbers((value) => Math.round(value * 10_000) / 100) },
  { name: "number always 1", where: "detail", rows: numbers(() => 1) },
  {
    name: "two fields swapped",
    where: "detail",
    rows(rows) {
      for (const row of rows) {
        const [text, other] = [row.get("text"), row.get("otherText")];
        row.set("text", other ?? "");
        row.set("otherText", text);
      }
      return rows;
    },
  },
  {
    name: "wrong language",
    where: "detail",
    rows: (rows) => setting("text", translated)(setting("otherText", translated)(rows)),
  },
  { name: "the same page for every page", where: "list", rows: (_rows, { first }) => first },
  { name: "2 rows of a long list", where: "list", rows: (rows) => rows.slice(0, 2) },
  { name: "each row twice", where: "list", rows: (rows) => rows.map((_, nth) => rows[nth >> 1]!) },
  { name: "700 ms slower", where: "list", slowerMs: 700 },
  { name: "1 of 15 rows is left", where: "list", rows: (rows) => rows.filter((_, nth) => nth % 15 === 0) },
  { name: "rows removed, total left", where: "list", rows: () => [] },
  {
    name: "another currency or unit (x 0.92)",
    where: "detail",
    rows: (rows) => setting("currency", () => "EUR")(numbers((value) => Math.round(value * 92) / 100)(rows)),
  },
  { name: "decimal comma for point", where: "detail", rows: numbers((value) => value.toFixed(2).replace(".", ",")) },
  { name: "list cut to its first page", where: "list", rows: (rows, { number }) => (number > 1 ? [] : rows) },
  { name: "date or number format swapped", where: "detail", rows: setting("date", reformatted) },
  // Seen to go unnoticed once.
  {
    name: "every phone the same",
    where: "detail",
    only: "bizbureau",
    rows: setting("optional", () => ["(212) 555-0100"]),
  },
  {
    name: "brand replaced by the seller",
    where: "detail",
    only: "nlretail",
    rows: setting("otherText", (_old, row) => row.get("seller")),
  },
];

/** What distinguishes a page from the others of its list, and what they share. */
export function pageAt({ url, body }: Pick<StandInCall, "url" | "body">): { page: string; list: string } {
  const text = `${url.pathname}${url.search} ${body.slice(Math.max(0, body.indexOf('"variables"')))}`;
  const page = /[?&/]?\b(page["=:/]+\d+|offset=\d+|typecode=[^&]+)/.exec(text)?.[0] ?? "";
  return { page, list: text.replace(page, "") };
}

/** Rewrites a page as the change says. */
export function rewritten(page: SitePage, change: SiteChange, about: Omit<PageOf, "first">, first: SitePage): string {
  if (!change.rows) return page.write(page.rows);
  const rows = change.rows(page.rows, { ...about, first: first.rows });
  return (rows === first.rows ? first : page).write(rows);
}
