import { asObjects, at, isObject, type Json, lazily, merged } from "../../source-kit/json.ts";
import { decimal, jsonRecord, type Static, text, whole } from "../../source-kit/record.ts";
import { didYouMean, type NoRecord, Page, ruleBroken } from "../../source-kit/source.ts";
import { cleanText, toNumber } from "../../source-kit/values.ts";
import type { Listing } from "./graphql.ts";
import { chosenIn, FILTERS_LOOKUP, filterIds, type SearchRequest, sortIds } from "./request.ts";
import { brandId, PRICE_GROUP, parseFacet } from "./search-request.ts";

/** A choice or a range that the site offers for a search. Its row is the response's, with its `group`. */
export const Filter = jsonRecord("RuretailFilter", {
  group_id: text("group.id").filled("always").meaning("The site's ID of the group of filters."),
  group_name: text("group.name").meaning("Name of the group, in Russian."),
  option_id: text("id").meaning("The site's ID of the option; null for a range."),
  label: text("name").filled("usually").meaning("Name of the option or of the range, in Russian."),
  product_count: whole("total").meaning("Products of this search that match."),
  filter: text(({ group, id }: Json) => (id === undefined ? null : `${at(group, "id")}:${cleanText(id)}`))
    .example("23525_835:23525_835chernyy")
    .meaning("Entry for `filters` of the product search."),
  parameter: text((row: Json) => parameterOf(row)?.parameter).meaning(
    "The search's own parameter for this filter, if it has one: `brands`, `availability`, `price_min`, ...",
  ),
  value: text((row: Json) => parameterOf(row)?.value).meaning("Value for that parameter."),
  min_value: decimal("minValue").meaning("Lowest value of a range, in `unit`."),
  max_value: decimal("maxValue").meaning("Highest value of a range, in `unit`."),
  unit: text("unit").meaning("Unit of a range, as the site writes it."),
});

type FilterRecord = Static<typeof Filter>;

/** Ranges other than the price are listed, but cannot be requested yet. */
function parameterOf({ group, id, name }: Json): { parameter: string; value: unknown } | null {
  if (id === undefined) {
    return at(group, "id") === PRICE_GROUP ? { parameter: "price_min, price_max", value: null } : null;
  }
  if (cleanText(at(group, "name")) === "Бренд") return { parameter: "brands", value: name };
  for (const [parameter, ids] of Object.entries(filterIds)) {
    const value = Object.entries(ids).find(([, known]) => known === cleanText(id))?.[0];
    if (value !== undefined) return { parameter, value };
  }
  return null;
}

/** Every choice of the groups, including nested ones. */
const choicesIn = (groups: Json[]): Json[] =>
  groups.flatMap((group) =>
    asObjects(at(group, "filter", "filters")).flatMap((choice) => [
      merged(choice, lazily({ id: () => choice.id ?? null }), { group }),
      ...choicesIn(asObjects(choice.childGroups)),
    ]),
  );

/** The ranges of the groups, such as the price. */
const rangesIn = (groups: Json[]): Json[] =>
  groups.flatMap((group) => {
    const { filter } = group;
    const isRange = isObject(filter) && ("minValue" in filter || "fromValue" in filter);
    return isRange ? [merged(filter, lazily({ name: () => group.name }), { group })] : [];
  });

/** The filters of a search: choices in the site's order, then ranges. The neutral choice of a radio group is left out. */
export const readFilters = (groups: Json[]): Page<FilterRecord> =>
  Page.of([...choicesIn(groups).map(readChoice), ...rangesIn(groups).map((row) => Filter.read(row))], (row) => row);

function readChoice(row: Json): FilterRecord | NoRecord {
  const id = cleanText(row.id);
  if (id === null) return "unreadable";
  return id.endsWith(".any") ? "other-kind" : Filter.read(row);
}

type Choice = FilterRecord & { isSelected: boolean };

const choicesOf = (groups: Json[] | null): Choice[] =>
  choicesIn(groups ?? []).flatMap((row) => {
    const filter = Filter.read(row);
    return filter === "unreadable" ? [] : [{ ...filter, isSelected: row.isSelected === true }];
  });

type Broken = Parameters<typeof ruleBroken>[number];

/**
 * Rejects a response to another request: 422, naming each filter that the site did not apply. A response that does not
 * report its filters is rejected too, since its records would be unfiltered. Only an empty response without filters passes,
 * except for brands and facets, which cannot be confirmed then.
 */
export function checkApplied(request: SearchRequest, listing: Listing, brandIds: string[]): void {
  const choices = choicesOf(listing.groups);
  const isEmpty = listing.page.rows === 0;
  const broken = [
    ...(isEmpty && choices.length === 0 ? [] : ofClosedLists(request, choices)),
    ...ofBrands(request, choices, brandIds),
    ...ofFacets(request, choices),
    ...(isEmpty ? [] : ofPrices(request, listing)),
  ];
  if (broken.length > 0) throw ruleBroken(...broken);
}

const isChosen = (choices: Choice[], id: string, group?: string): boolean =>
  choices.some(
    ({ isSelected, option_id, group_id }) =>
      isSelected && option_id === id && (group === undefined || group_id === group),
  );

function ofClosedLists(request: SearchRequest, choices: Choice[]): Broken[] {
  return chosenIn(request)
    .filter(({ input, id }) => input !== null && !isChosen(choices, id))
    .map(({ loc, input }) => ({ loc, msg: "the site did not apply this filter", input }));
}

/** A brand that is unknown or merely not among the results: either way it has no product here. */
function ofBrands({ brands }: SearchRequest, choices: Choice[], brandIds: string[]): Broken[] {
  const known = choices.filter(isBrand);
  const here = known
    .filter(({ product_count }) => product_count !== 0)
    .map(({ label, option_id }) => ({
      value: label ?? option_id ?? "",
    }));
  return brands.flatMap((brand, i) => {
    const id = brandIds[i] ?? "";
    if (isChosen(known, id)) return [];
    const name = known.find(({ option_id }) => option_id === id)?.label ?? brand.trim();
    const others = here.filter(({ value }) => value !== name);
    const msg = `no product of the brand ${name} in this search.`;
    return [{ loc: ["brands", i], msg, input: brand, hint: didYouMean(brand, others, FILTERS_LOOKUP) }];
  });
}

const isBrand = ({ parameter }: Choice): boolean => parameter === "brands";

function ofFacets({ filters }: SearchRequest, choices: Choice[]): Broken[] {
  const here = choices.map(({ filter, label }) => ({ value: filter ?? "", label }));
  return filters.flatMap((entry, i) => {
    const facet = parseFacet(entry);
    if (facet && isChosen(choices, facet.option, facet.group)) return [];
    const hint = didYouMean(entry, here, FILTERS_LOOKUP);
    return [{ loc: ["filters", i], msg: "the site did not apply this filter.", input: entry, hint }];
  });
}

/** A bound is applied if the site repeats it, or a tighter one, or if all its prices are within. */
function ofPrices({ price_min: min, price_max: max }: SearchRequest, { groups }: Listing): Broken[] {
  const range = rangesIn(groups ?? []).find(({ group }) => at(group, "id") === PRICE_GROUP);
  const hasOne = (keys: string[], isWithin: (value: number) => boolean) =>
    keys.map((key) => toNumber(range?.[key])).some((value) => value !== null && isWithin(value));
  const isAbove = min === null || hasOne(["fromValue", "minValue"], (value) => value >= min);
  const isBelow = max === null || hasOne(["toValue", "maxValue"], (value) => value <= max);
  const msg = "the site did not apply this bound";
  return [
    ...(isAbove ? [] : [{ loc: ["price_min"], msg, input: min }]),
    ...(isBelow ? [] : [{ loc: ["price_max"], msg, input: max }]),
  ];
}

/** The ids of the requested brands; if the response has a brand of that name under another id, that id. */
export function brandIdsIn({ groups }: Listing, brands: string[]): string[] {
  const known = choicesOf(groups).filter(isBrand);
  return brands.map((brand) => {
    const id = brandId(brand);
    if (known.some(({ option_id }) => option_id === id)) return id;
    const named = known.find(({ label, option_id }) => brandId(label ?? "") === id || option_id === brand);
    return named?.option_id ?? id;
  });
}

/** The response marks its order. Relevance is the site's fallback, so only other orders can be ignored. */
export function checkSort(sort: SearchRequest["sort"], { sortedBy }: Listing): void {
  const { id, direction } = sortIds[sort];
  if (id === "" || sortedBy === null || (sortedBy.id === id && sortedBy.direction === direction)) return;
  throw ruleBroken({ loc: ["sort"], msg: `the site did not apply the order ${sort} here`, input: sort });
}
