import { ruleBroken } from "../../../contract/errors.ts";
import { cleanText, numberOf } from "../../../contract/values.ts";
import { availabilityIds, BRAND_GROUP_NAME, discountIds, groupIds, ratingIds, statusIds } from "./filter-ids.ts";
import type { Listing } from "./listing.ts";
import { brandId, facetOf, type SearchRequest } from "./search-request.ts";
import { objectOf, objectsOf, type Wire } from "./wire.ts";

type Broken = Parameters<typeof ruleBroken>[number];

interface Option {
  group: string;
  id: string;
  name: string;
  isBrand: boolean;
  isSelected: boolean;
}

/**
 * Refuses an answer to another question than was asked: 422, naming each filter that the site did not take. An
 * answer that says nothing of its filters is refused too: its records would be unfiltered. Only where the words
 * themselves found nothing, so that not even a brand is offered, is there nothing to check.
 */
export function checkApplied(request: SearchRequest, listing: Listing, brandIds: string[]): void {
  const groups = listing.groups ?? [];
  const options = optionsOf(groups);
  const isEmpty = listing.records.length === 0;
  if (isEmpty && !options.some((option) => option.isBrand)) return;
  const selected = options.filter((option) => option.isSelected);
  const has = (id: string, group?: string) =>
    selected.some((option) => option.id === id && (group === undefined || option.group === group));
  const ignored = (loc: Broken["loc"], input: unknown): Broken => ({
    loc,
    msg: "the site did not apply this filter",
    input,
  });
  const broken: Broken[] = [
    ...request.availability.flatMap((value, i) =>
      has(availabilityIds[value].id) ? [] : [ignored(["availability", i], value)],
    ),
    ...request.status.flatMap((value, i) => (has(statusIds[value].id) ? [] : [ignored(["status", i], value)])),
    ...(request.min_rating === null || has(ratingIds[request.min_rating].id)
      ? []
      : [ignored(["min_rating"], request.min_rating)]),
    ...(request.min_discount === null || has(discountIds[request.min_discount].id)
      ? []
      : [ignored(["min_discount"], request.min_discount)]),
    ...request.brands.flatMap((brand, i) =>
      has(brandIds[i] ?? "") ? [] : [{ loc: ["brands", i], msg: "the site knows no such brand here", input: brand }],
    ),
    ...request.filters.flatMap((entry, i) => {
      const facet = facetOf(entry);
      return facet && has(facet.option, facet.group) ? [] : [ignored(["filters", i], entry)];
    }),
    ...(isEmpty ? [] : brokenRange(request, groups)),
  ];
  if (broken.length > 0) throw ruleBroken(...broken);
}

/** The ids of the brands asked for; where the answer has a brand of that name under another id, that id. */
export function brandIdsIn(listing: Listing, brands: string[]): string[] {
  const known = optionsOf(listing.groups ?? []).filter((option) => option.isBrand);
  return brands.map((brand) => {
    const id = brandId(brand);
    if (known.some((option) => option.id === id)) return id;
    return known.find((option) => brandId(option.name) === id || option.id === brand)?.id ?? id;
  });
}

/** A bound is applied when the site repeats it, or a closer one, or when all that it has lies within. */
function brokenRange(request: SearchRequest, groups: Wire[]): Broken[] {
  const range = objectOf(groups.find((group) => group.id === groupIds.price)?.filter);
  const { price_min: min, price_max: max } = request;
  const bound = (name: string) => numberOf(range?.[name]);
  const above = (value: number | null) => min === null || (value !== null && value >= min);
  const below = (value: number | null) => max === null || (value !== null && value <= max);
  const ignored = (field: "price_min" | "price_max"): Broken => ({
    loc: [field],
    msg: "the site did not apply this bound",
    input: request[field],
  });
  return [
    ...(above(bound("fromValue")) || above(bound("minValue")) ? [] : [ignored("price_min")]),
    ...(below(bound("toValue")) || below(bound("maxValue")) ? [] : [ignored("price_max")]),
  ];
}

function optionsOf(groups: Wire[]): Option[] {
  return groups.flatMap((group) =>
    objectsOf(objectOf(group.filter)?.filters).flatMap((raw) => [
      {
        group: String(group.id),
        id: String(raw.id),
        name: cleanText(raw.name) ?? "",
        isBrand: cleanText(group.name) === BRAND_GROUP_NAME,
        isSelected: raw.isSelected === true,
      },
      ...optionsOf(objectsOf(raw.childGroups)),
    ]),
  );
}
