import { seeded } from "../../../contract/seeded.ts";

export interface Item {
  id: string;
  name: string;
  price: number;
  inStock: boolean;
}

const COLOURS = ["Red", "Blue", "Green", "White", "Black"];
const KINDS = ["lamp", "chair", "table", "shelf"];
const FIRST_ID = 1001;

/** What the stand-in has: the same on every run. */
export const catalogue: readonly Item[] = Array.from({ length: 600 }, (_, index) => {
  const chance = seeded(`item ${index}`);
  const name = `${chance.pick(COLOURS)} ${chance.pick(KINDS)} ${chance.int(10, 99)}`;
  return { id: String(FIRST_ID + index), name, price: chance.int(500, 9_900) / 100, inStock: chance.chance(0.9) };
});
