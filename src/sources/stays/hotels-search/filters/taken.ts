import { ruleBroken } from "../../../../contract/errors.ts";
import type { SearchReading } from "../reading/read-answer.ts";
import type { SettledFilter } from "./settle.ts";
import type { WantedFilter } from "./wanted.ts";

/**
 * The filters that the site passed over: it does so in silence with a code that it does not know. Where nothing
 * was found the filters were taken, or there would be results.
 */
export function untakenOf(asked: SettledFilter[], reading: SearchReading): SettledFilter[] {
  const applied = asked.length === 0 || reading.total === 0 ? null : reading.filters()?.applied;
  if (!applied) return [];
  const keys = new Set([...applied].map((id) => id.slice(0, id.indexOf("="))));
  return asked.filter(({ key, code }) =>
    // The site moves the ends of a price range to its own steps.
    key === "price" ? !keys.has(key) : !applied.has(`${key}=${code}`),
  );
}

/** 422 that names every entry of the body that is not honoured. */
export function refuse(filters: WantedFilter[], why = "the site did not apply"): void {
  if (filters.length === 0) return;
  throw ruleBroken(
    ...filters.map(({ loc, value }) => ({
      loc,
      msg: `${why} ${JSON.stringify(value)} at this destination`,
      input: value,
    })),
  );
}
