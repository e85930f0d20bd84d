import { cycled, onDemand } from "../../../source-kit/stand-in/lists.ts";
import { toSlug } from "../../../source-kit/stand-in/markup.ts";
import { type Seeded, seeded } from "../../../source-kit/stand-in/seeded.ts";
import { COLOURS, categories, DELIVERIES, SELLERS, SERIES } from "./vocabulary.ts";

export const CATALOGUE_SIZE = 6_500;

/** Each product is generated from its number alone. */
export const productAt = onDemand(make);

export const indexOfId = (id: string): number | null => {
  const index = Number(id.slice(-6)) - 1;
  return index >= 0 && index < CATALOGUE_SIZE && idOf(index) === id ? index : null;
};

const idOf = (index: number): string =>
  `${index % 5 === 0 ? 92 : 93}00000${String(100 + (index % 53))}${pad(index + 1)}`;
const pad = (number: number): string => String(number).padStart(6, "0");

function make(index: number) {
  const chance = seeded(`nlretail product ${index}`);
  const category = cycled(categories, index);
  const brand = chance.pick(category.brands);
  const feature = chance.int(0, category.features.length - 1);
  const specs = [0, 1, 2].map((step) => cycled(category.features, feature + step));
  const model = `${chance.pick(["", "X", "S", "HD"])}${chance.int(10, 990)}`;
  const title = `${brand} ${chance.pick(SERIES)} ${model} - ${chance.pick(category.nouns)} - ${specs[0]} - ${specs[1]} - ${chance.pick(COLOURS)}`;
  const reviewCount = chance.chance(0.12) ? 0 : Math.floor(10 ** (chance.next() * 3.4));
  return {
    id: idOf(index),
    title,
    brand: { name: brand, slug: toSlug(brand), id: numberFor(`brand ${brand}`, 4_000_000, 605_999_999) },
    /** From the root down. */
    categories: category.path.map((name, depth) => ({
      id: String(numberFor(category.path.slice(0, depth + 1).join(" > "), 10_000, 69_999)),
      name,
    })),
    rating: reviewCount === 0 ? 0 : Math.round(chance.int(26, 50)) / 10,
    reviewCount,
    image: { key: imageKey(chance), width: chance.int(360, 550), height: chance.int(360, 840) },
    specs,
    /** Null if nobody sells it at present. */
    offer: chance.chance(0.02) ? null : makeOffer(chance, category.from, category.to),
  };
}

export type CatalogueProduct = ReturnType<typeof make>;

function makeOffer(chance: Seeded, from: number, to: number) {
  const euros = Math.floor(from * (to / from) ** chance.next());
  const price = euros * 100 + chance.pick([0, 45, 49, 90, 95, 99, 99]);
  const [delivery, within48Hours] = chance.pick(DELIVERIES);
  const roll = chance.next();
  const used = roll < 0.97 ? "Refurbished" : "Secondhand";
  const condition: "New" | typeof used = roll < 0.92 ? "New" : used;
  return {
    /** Cents. */
    price,
    listPrice: chance.chance(0.35) ? price + Math.max(100, Math.round((price * chance.int(5, 45)) / 100)) : null,
    condition,
    delivery,
    within48Hours,
    seller: chance.pick(SELLERS),
  };
}

export type Offer = ReturnType<typeof makeOffer>;

const imageKey = (chance: Seeded): string => Math.floor(chance.next() * 36 ** 9).toString(36);

/** The site's number of a brand or a category: always the same for a name. */
const numberFor = (name: string, from: number, to: number): number => seeded(`nlretail ${name}`).int(from, to);
