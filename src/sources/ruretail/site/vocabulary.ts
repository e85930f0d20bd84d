import data from "./categories.json" with { type: "json" };

interface Property {
  id: number;
  name: string;
  values: string[];
  /** The unit after the value, in the card's short list. */
  measure?: string;
}

export interface Category {
  id: number;
  slug: string;
  name: string;
  /** The singular, at the start of its name. */
  noun: string;
  /** Number of the 5,800 goods. */
  share: number;
  price: [from: number, to: number];
  brands: string[];
  series: string[];
  properties: Property[];
  /** Other words for its goods, and for those of a brand. */
  also: string;
  own: Record<string, string>;
}

export const colours = ["черный", "белый", "серый", "серебристый", "синий", "зеленый", "красный", "розовое золото"];

export const categories = data as unknown as Category[];
