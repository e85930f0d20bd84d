import type { Basis, Code } from "./code.ts";
import { filterLists, flagFilters, idFilters, numberFilters, priceFilter } from "./filter-codes.ts";

const KNOWN = ["seen", "published table", "public code", "order of ids", "likeness"] as const satisfies Basis[];

interface ListCoverage {
  field: string;
  key: string;
  values: number;
  by: Record<Basis, number>;
  unknown: string[];
}

/** How the codes of each list are known, counted in the table itself. */
export const filterCoverage = (): ListCoverage[] =>
  Object.entries(filterLists).map(([field, { key, codes }]) => {
    const rows = Object.entries<Code>(codes);
    const count = (basis: Basis) => rows.filter(([, code]) => code.basis === basis).length;
    return {
      field,
      key,
      values: rows.length,
      by: {
        seen: count("seen"),
        "published table": count("published table"),
        "public code": count("public code"),
        "order of ids": count("order of ids"),
        likeness: count("likeness"),
        inferred: count("inferred"),
        unknown: count("unknown"),
      },
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
    "Made from the table of codes (`src/sources/stays/hotels-search/filters`). Nothing here was checked against the live site.",
    "",
    "- **seen**: the code stands with its label in a saved page.",
    "- **published table**: the site's own published table of facilities has it under the same name.",
    "- **public code**: stated by public code alone; such tables have been wrong before.",
    "- **order of ids**: the lists run in ascending order of the site's ids, and the value's place between two seen ones settles it.",
    "- **likeness**: the published table has a name like it in the right place of the order. Unsure: it is held against the site's own list before it is believed.",
    "- **learned**: the code is not known. It is looked up by its label in the list of filters that the site sends for the destination; where that list does not have it either, the request is refused with 422 and the value's name.",
    "",
    "A code that was not seen is a second time looked up by its label where the site passes over it. What the site still does not take is refused with 422: nothing is dropped in silence.",
    "",
    ...head("list", "site's key", "values", ...KNOWN, "known in all", "learned or refused"),
    ...lists.map(({ field, key, values, by }) => cells(`\`${field}\``, `\`${key}\``, values, (basis) => by[basis])),
    cells(
      "**all lists**",
      "",
      sum(({ values }) => values),
      (basis) => sum(({ by }) => by[basis]),
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
