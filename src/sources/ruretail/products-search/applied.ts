import { didYouMean } from "../../../contract/did-you-mean.ts";
import { ruleBroken } from "../../../contract/errors.ts";
import { availabilityIds, discountIds, groupIds, ratingIds, statusIds } from "./filter-ids.ts";
import type { Listing } from "./listing.ts";
import { type OfferedOption, optionsOf, rangesOf } from "./offered.ts";
import { FILTERS_LOOKUP } from "./request.ts";
import { brandId, facetOf, type SearchRequest } from "./search-request.ts";

type Broken = Parameters<typeof ruleBroken>[number];

/**
 * Refuses an answer to another question than was asked: 422, naming each filter that the site did not take. An
 * answer that says nothing of its filters is refused too: its records would be unfiltered. Only an empty answer
 * that says nothing passes, but for brands and facets: whether there are such is not known then.
 */
export function checkApplied(request: SearchRequest, listing: Listing, brandIds: string[]): void {
  const options = optionsOf(listing.groups ?? []);
  const isEmpty = listing.page.rows === 0;
  const broken = [
    ...(isEmpty && options.length === 0 ? [] : ofClosedLists(request, options)),
    ...ofBrands(request, options, brandIds),
    ...ofFacets(request, options),
    ...(isEmpty ? [] : ofPrices(request, listing)),
  ];
  if (broken.length > 0) throw ruleBroken(...broken);
}

const isChosen = (options: OfferedOption[], id: string, group?: string): boolean =>
  options.some((option) => option.isSelected && option.id === id && (group === undefined || option.group === group));

function ofClosedLists(request: SearchRequest, options: OfferedOption[]): Broken[] {
  const { availability, status, min_rating: rating, min_discount: discount } = request;
  const asked: Array<{ loc: Broken["loc"]; input: string; id: string }> = [
    ...availability.map((input, i) => ({ loc: ["availability", i], input, id: availabilityIds[input].id })),
    ...status.map((input, i) => ({ loc: ["status", i], input, id: statusIds[input].id })),
    ...(rating === null ? [] : [{ loc: ["min_rating"], input: rating, id: ratingIds[rating].id }]),
    ...(discount === null ? [] : [{ loc: ["min_discount"], input: discount, id: discountIds[discount].id }]),
  ];
  return asked
    .filter(({ id }) => !isChosen(options, id))
    .map(({ loc, input }) => ({ loc, msg: "the site did not apply this filter", input }));
}

/** Whether a brand is unknown or only not among what was found: either way there is no product of it here. */
function ofBrands({ brands }: SearchRequest, options: OfferedOption[], brandIds: string[]): Broken[] {
  const known = options.filter(({ isBrand }) => isBrand);
  const here = known.filter(({ total }) => total !== 0).map(({ id, name }) => ({ value: name ?? id }));
  return brands.flatMap((brand, i) => {
    const id = brandIds[i] ?? "";
    if (isChosen(known, id)) return [];
    const name = known.find((option) => option.id === id)?.name ?? brand.trim();
    const others = here.filter(({ value }) => value !== name);
    const msg = `no product of the brand ${name} in this search.`;
    return [{ loc: ["brands", i], msg, input: brand, hint: didYouMean(brand, others, FILTERS_LOOKUP) }];
  });
}

function ofFacets({ filters }: SearchRequest, options: OfferedOption[]): Broken[] {
  return filters.flatMap((entry, i) => {
    const facet = facetOf(entry);
    if (facet && isChosen(options, facet.option, facet.group)) return [];
    const here = options.map(({ group, id, name }) => ({ value: `${group}:${id}`, label: name }));
    const hint = didYouMean(entry, here, FILTERS_LOOKUP);
    return [{ loc: ["filters", i], msg: "the site did not apply this filter.", input: entry, hint }];
  });
}

/** A bound is applied when the site repeats it, or a closer one, or when all that it has lies within. */
function ofPrices(request: SearchRequest, { groups }: Listing): Broken[] {
  const range = rangesOf(groups ?? []).find(({ group }) => group === groupIds.price);
  const { price_min: min, price_max: max } = request;
  const isAbove = (value: number | null | undefined) => min === null || (value != null && value >= min);
  const isBelow = (value: number | null | undefined) => max === null || (value != null && value <= max);
  const ignored = (field: "price_min" | "price_max"): Broken => ({
    loc: [field],
    msg: "the site did not apply this bound",
    input: request[field],
  });
  return [
    ...(isAbove(range?.from) || isAbove(range?.min) ? [] : [ignored("price_min")]),
    ...(isBelow(range?.to) || isBelow(range?.max) ? [] : [ignored("price_max")]),
  ];
}

/** The ids of the brands asked for; where the answer has a brand of that name under another id, that id. */
export function brandIdsIn(listing: Listing, brands: string[]): string[] {
  const known = optionsOf(listing.groups ?? []).filter((option) => option.isBrand);
  return brands.map((brand) => {
    const id = brandId(brand);
    if (known.some((option) => option.id === id)) return id;
    return known.find((option) => brandId(option.name ?? "") === id || option.id === brand)?.id ?? id;
  });
}
