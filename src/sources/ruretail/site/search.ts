import { recent } from "../../../source-kit/stand-in/lists.ts";
import { type Item, items, offerIn } from "./catalogue.ts";
import type { ShopCity } from "./cities.ts";
import { type Choice, type Group, groupsFor } from "./facets.ts";

export interface Search {
  city: ShopCity;
  text: string;
  page: number;
  perPage: number;
  sort: { id: string; direction: string };
  filterIds: ReadonlySet<string>;
  /** Bounds of the price, inclusive. */
  price: readonly [from: number, to: number] | null;
}

const recentSearches = recent<ReturnType<typeof findAll>>(24);

export function search(requested: Search) {
  const { page, perPage, city, filterIds, ...rest } = requested;
  const key = JSON.stringify([city.id, [...filterIds].sort(), rest]);
  const { sorted, groups, priceBounds } = recentSearches(key, () => findAll(requested));
  const start = (page - 1) * perPage;
  return {
    /** Of the requested page. */
    items: sorted.slice(start, start + perPage),
    totalItems: sorted.length,
    totalPages: Math.ceil(sorted.length / perPage),
    groups,
    priceBounds,
  };
}

export type Found = ReturnType<typeof search>;
export type CountedChoice = Found["groups"][number]["choices"][number];

/** Words AND, groups AND, choices of one group OR: the usual faceted search. */
function findAll(requested: Search) {
  const { city, price } = requested;
  const worded = withWords(requested.text);
  const groups = groupsFor(city, worded)
    .flatMap(withInner)
    .map((group) => ({ group, chosen: group.choices.filter(({ id }) => requested.filterIds.has(id)) }));
  const totals = new Map<Choice, number>();
  const passing: Item[] = [];
  for (const item of worded) {
    const cost = offerIn(city, item).price;
    const inRange = price === null || (cost > 0 && cost >= price[0] && cost <= price[1]);
    if (!inRange) continue;
    const failing = groups.filter(({ chosen }) => chosen.length > 0 && !chosen.some((choice) => choice.has(item)));
    if (failing.length === 0) passing.push(item);
    // A choice counts the goods it would show, given the selection in the other groups.
    const counting = failing.length === 0 ? groups : failing;
    for (const { group } of failing.length > 1 ? [] : counting) {
      for (const choice of group.choices) if (choice.has(item)) totals.set(choice, (totals.get(choice) ?? 0) + 1);
    }
  }
  return {
    sorted: passing.sort(order(requested)),
    groups: groups.map(({ group, chosen }) => ({
      group,
      choices: group.choices.map((choice, index) => ({
        choice,
        isSelected: chosen.length > 0 ? chosen.includes(choice) : group.logic === "LOGIC_RADIO" && index === 0,
        /** Number of goods it would show, given the selection in the other groups. */
        total: totals.get(choice) ?? 0,
      })),
    })),
    /** The lowest and highest price of all matches. */
    priceBounds: bounds(worded, city),
  };
}

function withWords(text: string): Item[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return items().filter((item) => words.every((word) => item.words.includes(word)));
}

const withInner = (group: Group): Group[] => [group, ...group.choices.flatMap(({ inner }) => inner ?? [])];

/** Goods that are not on sale come last in every order; ties are broken by popularity, which is unique. */
function order({ city, sort }: Search): (one: Item, other: Item) => number {
  const value = VALUES[sort.id] ?? (({ popularity }: Item) => popularity);
  const sign = VALUES[sort.id] && sort.direction === "SORT_DIRECTION_ASC" ? 1 : -1;
  const isSold = (item: Item) => Number(offerIn(city, item).isAvailable);
  return (one, other) =>
    isSold(other) - isSold(one) || sign * (value(one, city) - value(other, city)) || other.popularity - one.popularity;
}

const VALUES: Record<string, (item: Item, city: ShopCity) => number> = {
  price: (item, city) => offerIn(city, item).price,
  discount: (item, city) => offerIn(city, item).discountPercent,
  rating: ({ rating }) => rating,
  opinions: ({ opinions }) => opinions,
  reviews: ({ reviews }) => reviews,
};

function bounds(found: Item[], city: ShopCity): readonly [number, number] {
  const prices = found.map((item) => offerIn(city, item).price).filter((price) => price > 0);
  return prices.length === 0 ? [0, 0] : [Math.min(...prices), Math.max(...prices)];
}
