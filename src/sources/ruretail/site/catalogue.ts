import { onDemand } from "../../../source-kit/stand-in/lists.ts";
import { type Seeded, seeded } from "../../../source-kit/stand-in/seeded.ts";
import type { ShopCity } from "./cities.ts";
import { toSlug } from "./slug.ts";
import { type Category, categories, colours } from "./vocabulary.ts";

/** The 5,800 goods, the same on every run. */
export const items = onDemand((): readonly Item[] =>
  categories.flatMap((category) => Array.from({ length: category.share }, (_, index) => makeItem(category, index))),
);

const CARRIED = ["smartfony", "smart-chasy", "naushniki"];
/** The system that one brand has, and no other. */
const OF_APPLE = "macOS";

function makeItem(category: Category, index: number) {
  const chance = seeded(`${category.slug}/${index}`);
  const brand = chance.pick(category.brands);
  // What people carry comes in all colours.
  const colour = chance.pick(CARRIED.includes(category.slug) ? colours : colours.slice(0, 4));
  const code = `${String.fromCharCode(65 + chance.int(0, 25))}${chance.int(100, 9_999)}`;
  const values = category.properties.map(({ values }) =>
    chance.pick(
      values.includes(OF_APPLE) ? values.filter((value) => (value === OF_APPLE) === (brand === "APPLE")) : values,
    ),
  );
  const described = category.properties.map(({ measure = "" }, at) =>
    `${values[at]}${measure === '"' ? "" : " "}${measure}`.trim(),
  );
  const shortName = `${category.noun} ${brand} ${chance.pick(category.series)} ${chance.int(2, 90)} ${code},  ${described.join(",  ")},  ${colour}`;
  const id = String(1_400_000 + category.id * 1_000 + index);
  const name = chance.chance(0.6) ? `${shortName} [${chance.int(1_000_000, 1_999_999)}]` : shortName;
  const opinions = chance.chance(0.3) ? 0 : Math.floor(chance.next() ** 3 * 400) + 1;
  const discountPercent = chance.chance(0.45) ? chance.pick([3, 5, 7, 10, 12, 15, 20, 25, 30, 35, 40]) : 0;
  return {
    id,
    category,
    brand,
    name,
    shortName,
    slug: toSlug(shortName),
    /** One value per property of the category. */
    values,
    /** Before the city's price level and the discount. */
    basePrice: priceBetween(category.price, chance),
    /** Where it is on sale. */
    discountPercent,
    statuses: statusesOf(chance, discountPercent),
    /** 0 without reviews. */
    rating: opinions === 0 ? 0 : (20 + chance.int(0, 30)) / 10,
    opinions,
    reviews: opinions > 40 ? chance.int(0, 12) : 0,
    pictures: chance.int(1, 5),
    /** Small goods are sold in packs. */
    pack: category.price[0] < 1_000 && chance.chance(0.1) ? chance.pick([2, 5, 10]) : 1,
    supplierPack: chance.pick([1, 1, 5, 10, 20, 30, 60]),
    popularity: chance.next(),
    /** The text that a search matches, in lower case. */
    words: `${name} ${category.name} ${category.also} ${category.own[brand] ?? ""}`.toLowerCase(),
  };
}

export type Item = ReturnType<typeof makeItem>;

/** Most goods are cheap, a few are expensive. */
function priceBetween([from, to]: readonly [number, number], chance: Seeded): number {
  const price = from * (to / from) ** (chance.next() ** 1.3);
  return Math.round(price / 100) * 100 - 10;
}

function statusesOf(chance: Seeded, discountPercent: number) {
  const statuses = new Set<"on_sale" | "installment" | "new" | "hit" | "sale" | "clearance">();
  if (chance.chance(0.25)) statuses.add("on_sale");
  if (chance.chance(0.5)) statuses.add("installment");
  if (chance.chance(0.1)) statuses.add("new");
  if (chance.chance(0.08)) statuses.add("hit");
  if (discountPercent >= 10 && chance.chance(0.5)) statuses.add("sale");
  if (chance.chance(0.04)) statuses.add("clearance");
  return statuses;
}

const offersIn = onDemand((city: ShopCity) => onDemand((item: Item) => makeOffer(city, item)));

export const offerIn = (city: ShopCity, item: Item): Offer => offersIn(city)(item);

/** A product in one city's shops: its price and availability. */
function makeOffer(city: ShopCity, item: Item) {
  const chance = seeded(`${city.id}/${item.id}`);
  const isAvailable = chance.chance(0.88);
  const discountPercent = isAvailable ? item.discountPercent : 0;
  const full = Math.round((item.basePrice * city.level) / 10) * 10;
  const price = isAvailable ? Math.round((full * (100 - item.discountPercent)) / 1000) * 10 : 0;
  const stores = isAvailable ? city.stores.filter(() => chance.chance(0.35)).map(({ id }) => id) : [];
  const days = isAvailable && chance.chance(0.85) ? chance.int(1, 4) : 0;
  return {
    isAvailable,
    /** 0 if it is not on sale. */
    price,
    oldPrice: discountPercent > 0 ? full : 0,
    discountPercent,
    clubPrice: isAvailable ? price - (chance.chance(0.5) ? Math.round(price / 1000) * 10 : 0) : 0,
    bonus: isAvailable && chance.chance(0.4) ? Math.round(price / 100) : 0,
    /** Ids of the city's shops that have it in stock. */
    stores,
    maxInStore: stores.length > 0 ? chance.pick([1, 2, 3, 7, 12, 24, 51, 90]) : 0,
    /** Number of pickup points that it can be delivered to on each of the next days. */
    pickup: Array.from({ length: days }, (_, day) => ({ days: day + 1, points: chance.int(1, 240) })),
    delivery: isAvailable && chance.chance(0.8),
  };
}

export type Offer = ReturnType<typeof makeOffer>;
