import type { Basis, Code } from "./code.ts";
import { filterLists, flagFilters, idFilters, numberFilters, priceFilter } from "./filter-codes.ts";

const KNOWN: Basis[] = ["seen", "published table", "public code", "order of ids", "likeness"];
const BASES: Basis[] = [...KNOWN, "inferred", "unknown"];

interface ListCoverage {
  field: string;
  key: string;
  values: number;
  by: Record<string, number>;
  unknown: string[];
}

/** Counts the evidence for the codes of each list, from the table itself. */
export const filterCoverage = (): ListCoverage[] =>
  Object.entries(filterLists).map(([field, { key, codes }]) => {
    const rows = Object.entries<Code>(codes);
    const count = (basis: Basis) => rows.filter(([, code]) => code.basis === basis).length;
    return {
      field,
      key,
      values: rows.length,
      by: Object.fromEntries(BASES.map((basis) => [basis, count(basis)])),
      unknown: rows.filter(([, code]) => code.basis === "unknown").map(([value]) => value),
    };
  });

const row = (...cells: Array<string | number>) => `| ${cells.join(" | ")} |`;
const head = (...cells: string[]) => [row(...cells), row(...cells.map(() => "---"))];

/** `docs/stays-filters.md`. */
export function coveragePage(): string {
  const lists = filterCoverage();
  const sum = (pick: (list: ListCoverage) => number) => lists.reduce((total, list) => total + pick(list), 0);
  const cells = (name: string, key: string, values: number, of: (basis: Basis) => number) =>
    row(
      name,
      key,
      values,
      ...KNOWN.map(of),
      KNOWN.reduce((total, basis) => total + of(basis), 0),
      of("unknown"),
    );
  const plain = Object.entries({ ...numberFilters, ...flagFilters, ...idFilters, price_per_night: priceFilter });
  return `${[
    "# stays: how the filters reach the site",
    "",
    "Generated from the table of codes (`src/sources/stays/filters`). Nothing here was checked on the live site.",
    "",
    "- **seen**: a saved page has the code with its label.",
    "- **published table**: the site's own published table of facilities has it under the same name.",
    "- **public code**: only public code has it. Such tables were wrong before.",
    "- **order of ids**: the lists are in ascending order of the site's ids, so the place between two seen values gives the code.",
    "- **likeness**: the published table has a similar name in the right place of the order. Winnow checks such a code against the site's own list before it uses it.",
    "- **learned**: the code is not known. Winnow looks for the label in the list of filters that the site sends for the destination. If it is not there, the request gets a 422 that names the value.",
    "",
    "If the site ignores a code that was not seen, Winnow looks its label up once more. A filter that the site still does not apply gets a 422: Winnow never drops a filter silently.",
    "",
    ...head("list", "site's key", "values", ...KNOWN, "known in all", "learned or refused"),
    ...lists.map(({ field, key, values, by }) =>
      cells(`\`${field}\``, `\`${key}\``, values, (basis) => by[basis] ?? 0),
    ),
    cells(
      "**all lists**",
      "",
      sum(({ values }) => values),
      (basis) => sum(({ by }) => by[basis] ?? 0),
    ),
    "",
    "The filters that are not lists:",
    "",
    ...head("field", "site's key", "how it is known"),
    ...plain.map(([field, { key, basis }]) =>
      row(`\`${field}\``, key ? `\`${key}\`` : "", key ? basis : "learned or refused"),
    ),
    "",
    "## Values whose code is learned",
    "",
    ...lists
      .filter(({ unknown }) => unknown.length > 0)
      .flatMap(({ field, unknown }) => [`\`${field}\`: ${unknown.map((value) => `\`${value}\``).join(", ")}`, ""]),
  ].join("\n")}`;
}
