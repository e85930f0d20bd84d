import { type Allowance, firstManners, givePlace, type Manners, type TurnOutcome, takePlace } from "./manners.ts";

/** Who has a place at an origin. In memory for one process; in the database for many. */
export interface TurnBook {
  /** 0 where the place was taken, else milliseconds until it is worth asking again (`Infinity`: when one is given back). */
  take(origin: string, place: string, allowed: Allowance): number | Promise<number>;
  give(origin: string, place: string, allowed: Allowance, outcome: TurnOutcome): void | Promise<void>;
}

export function ownTurnBook(now: () => number): TurnBook {
  const pages = new Map<string, Manners>();
  const pageOf = (origin: string, allowed: Allowance): Manners => {
    const known = pages.get(origin);
    if (known) return known;
    const manners = firstManners(allowed, now());
    pages.set(origin, manners);
    return manners;
  };
  return {
    take: (origin, place, allowed) => takePlace(pageOf(origin, allowed), place, allowed, now()),
    give: (origin, place, allowed, outcome) => givePlace(pageOf(origin, allowed), place, allowed, outcome, now()),
  };
}
