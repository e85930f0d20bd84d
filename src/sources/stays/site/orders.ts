import { keysOf } from "../../../source-kit/keys-of.ts";
import type { Property } from "./catalogue.ts";
import { metersBetween } from "./places.ts";
import { isSoldOut, nightlyPrice } from "./prices.ts";
import type { OrderName, Understood } from "./understood.ts";

type Compare = (a: Property, b: Property) => number;

/** By a key, lowest first; the site's own ranking breaks ties, then the id. */
const by =
  (...keys: Array<(property: Property) => number>): Compare =>
  (a, b) => {
    for (const key of keys) {
      const difference = key(a) - key(b);
      if (difference !== 0) return difference;
    }
    return b.popularity - a.popularity || a.id - b.id;
  };

const starsDown = (property: Property) => -(property.stars ?? 0);
const scoreDown = (property: Property) => -(property.score ?? 0);

/** Sold-out properties have no price and come after all that have one. */
const cost = (search: Understood, direction: 1 | -1) => (property: Property) =>
  search.stay && isSoldOut(property, search.stay)
    ? Number.POSITIVE_INFINITY
    : direction * nightlyPrice(property, search.stay, search.party, search.currency);

const priceThen = (search: Understood) => cost(search, 1);

/** The orders of the stand-in, by the site's names. */
export const orders: Record<OrderName, (search: Understood) => Compare> = {
  popularity: ({ purpose }) => (purpose === "business" ? by(({ trader }) => Number(trader !== "PROFESSIONAL")) : by()),
  upsort_bh: () => by(({ isEntireHome }) => Number(!isEntireHome)),
  price: (search) => by(priceThen(search)),
  price_from_high_to_low: (search) => by(cost(search, -1)),
  class: () => by(starsDown),
  class_asc: () => by(({ stars }) => stars ?? Number.MAX_SAFE_INTEGER),
  class_and_price: (search) => by(starsDown, priceThen(search)),
  review_score_and_price: (search) => by(scoreDown, priceThen(search)),
  distance_from_search: (search) =>
    by((property) => (search.point ? metersBetween(property, search.point) : property.metersFromCenter)),
  score: () => by(scoreDown),
};

/** The site's fallback order for an unknown name. */
export const orderCalled = (name: string): OrderName => keysOf(orders).find((known) => known === name) ?? "popularity";
