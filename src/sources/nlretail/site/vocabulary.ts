import data from "./categories.json" with { type: "json" };

/** Building blocks of the stand-in's catalogue. */
export interface Category {
  /** Names from the root down. */
  path: string[];
  nouns: string[];
  brands: string[];
  features: string[];
  /** Euro. */
  from: number;
  to: number;
}

/** Several categories share the brands of one list. */
const shared: Record<string, string[]> = data.brands;

export const categories: Category[] = data.categories.map(({ brands, ...category }) => ({
  ...category,
  brands: typeof brands === "string" ? (shared[brands] ?? []) : brands,
}));

export const SERIES =
  "Classic, Plus, Pro, Comfort, Compact, Essentieel, Signatuur, Nova, Prima, Delta, Vita, Luxe, Eco, Studio, Urban".split(
    ", ",
  );
export const COLOURS =
  "Zwart, Wit, Antraciet, RVS, Rood, Donkerblauw, Olijfgroen, Zand, Grijs, Mintgroen, Koper, Crème".split(", ");
export const SELLERS =
  "Huis van Techniek, De Voordeelwinkel, Wooncentrale, Bezorgd BV, Kadotip, Grachtengoed, Polder Retail".split(", ");
export const DELIVERIES: Array<[text: string, within48Hours: boolean]> = [
  ["Op voorraad. Voor 23:59 uur besteld, morgen in huis", true],
  ["Op voorraad. Voor 22:00 uur besteld, morgen in huis", true],
  ["Op voorraad. Voor 17:00 uur besteld, overmorgen in huis", true],
  ["Op voorraad. Voor 12:00 uur besteld, dinsdag in huis", false],
  ["2 - 4 werkdagen", false],
  ["Uiterlijk 6 december in huis", false],
  ["Levertijd 1 - 2 weken", false],
];
