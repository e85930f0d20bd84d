import { derivedFrom, jsonRecord, type Static, text, whole } from "../../../source-kit/record.ts";
import { Page } from "../../../source-kit/source.ts";
import type { SiteFilter, SiteFilters } from "../reading/site-filters.ts";
import { type Code, codeNames } from "./code.ts";
import { ENTIRE_HOMES_WITHOUT_DATES, filterLists, flagFilters, idFilters, numberFilters } from "./filter-codes.ts";
import { agrees, findByLabel } from "./labels.ts";

export const Filter = jsonRecord("StaysFilter", {
  parameter: text()
    .example("property_amenities")
    .meaning("Parameter of `/api/stays/hotels/search`; null if there is none for this filter."),
  value: text()
    .example("sauna")
    .meaning("Value for the parameter; null if the parameter takes any number, such as `min_bedrooms`."),
  id: whole().meaning("Numeric value for the parameter: districts, landmarks, chains and cities."),
  label: text().filled("usually").meaning("Label in the requested language."),
  property_count: whole().meaning("Properties that match this filter."),
});

export type FilterRecord = Static<typeof Filter>;
type Parameter = Pick<FilterRecord, "parameter" | "value" | "id">;

/**
 * The filters that the site offers, as parameters of the request. Codes are the same in every language, and the names of
 * the request are English: `english` is the same list in English, for values whose code is unknown or unsure. A filter
 * without a parameter is listed without one; a filter that the site offers twice is listed once.
 */
export function asParameters({ offered, unreadable }: Offered, english: readonly SiteFilter[]): Page<FilterRecord> {
  const names = new Map(english.map((one) => [idOf(one), one]));
  const seen = new Set<string>();
  return Page.of([...offered, ...Array.from({ length: unreadable }, () => null)], (one) => {
    if (one === null) return "unreadable";
    const parameter = parameterOf(one, names.get(idOf(one)) ?? null);
    const key = parameter ? `${parameter.parameter} ${parameter.value}` : idOf(one);
    if (seen.has(key)) return "repeated";
    seen.add(key);
    const record = Filter.make({ ...parameter, label: one.label, property_count: one.count });
    return derivedFrom(record, one, { label: "label", property_count: "count", value: "code" });
  });
}

/** The site's filters, and the number of unreadable options. */
export type Offered = Pick<SiteFilters, "offered" | "unreadable">;

const idOf = ({ key, code }: SiteFilter): string => `${key}=${code}`;

function parameterOf(offered: SiteFilter, english: SiteFilter | null): Parameter | null {
  return ofIds(offered) ?? ofNumbers(offered, english) ?? ofFlags(offered, english) ?? ofLists(offered, english);
}

function ofIds({ key, code }: SiteFilter): Parameter | null {
  const field = fieldWith(idFilters, key);
  return field && code !== null && /^-?\d+$/.test(code) ? { parameter: field, value: code, id: Number(code) } : null;
}

/** A distance is a choice on the page; the others are steppers, whose number the caller chooses. */
function ofNumbers({ key, code }: SiteFilter, english: SiteFilter | null): Parameter | null {
  const field = fieldWith(numberFilters, key) ?? named(numberFilters, english, "number");
  return field ? { parameter: field, value: code, id: null } : null;
}

function ofFlags({ key, code }: SiteFilter, english: SiteFilter | null): Parameter | null {
  const isHomes = key === ENTIRE_HOMES_WITHOUT_DATES.key && code === ENTIRE_HOMES_WITHOUT_DATES.code;
  const byCode = Object.entries(flagFilters).find(([, flag]) => flag.key === key && flag.code === code)?.[0];
  const field = isHomes ? "entire_homes_only" : (byCode ?? named(flagFilters, english, "value"));
  return field ? { parameter: field, value: "true", id: null } : null;
}

function ofLists(offered: SiteFilter, english: SiteFilter | null): Parameter | null {
  for (const [field, { key, codes }] of Object.entries(filterLists)) {
    if (key !== offered.key) continue;
    const value = Object.entries<Code>(codes).find(([name, known]) => isValue(name, known, offered, english))?.[0];
    if (value !== undefined) return { parameter: field, value, id: null };
  }
  return null;
}

function isValue(value: string, known: Code, { key, code }: SiteFilter, english: SiteFilter | null): boolean {
  const labels = codeNames(value, known);
  if (known.code !== null && known.basis !== "likeness") return known.code === code;
  if (english === null) return false;
  return known.code === code
    ? agrees(english.label, labels)
    : findByLabel({ key, kind: "value", labels }, [english]) !== null;
}

type PlainFilters = Readonly<Record<string, { key: string | null; words: string }>>;

const fieldWith = (filters: PlainFilters, key: string): string | null =>
  Object.entries(filters).find(([, plain]) => plain.key === key)?.[0] ?? null;

/** The filter without a known key whose words match the English label. */
function named(filters: PlainFilters, english: SiteFilter | null, kind: "number" | "value"): string | null {
  const keyless = Object.entries(filters).filter(([, { key }]) => key === null);
  const found = keyless.find(
    ([, { words }]) => english && findByLabel({ key: null, kind, labels: [words] }, [english]),
  );
  return found?.[0] ?? null;
}
