import { ruleBroken } from "../../../../contract/errors.ts";
import type { SearchReading } from "../reading/read-answer.ts";
import type { SettledFilter } from "./settle.ts";

/** The site ignores a code that it does not know, in silence: what was asked for must be among what it applied. */
export function refuseUntaken(asked: SettledFilter[], reading: SearchReading): void {
  if (asked.length === 0 || reading.total === 0) return;
  const filters = reading.filters();
  if (!filters) return;
  const keys = new Set([...filters.applied].map((id) => id.slice(0, id.indexOf("="))));
  const untaken = asked.filter(({ key, code }) =>
    // The site moves the ends of a price range to its own steps.
    key === "price" ? !keys.has(key) : !filters.applied.has(`${key}=${code}`),
  );
  if (untaken.length === 0) return;
  throw ruleBroken(
    ...untaken.map(({ loc, value }) => ({
      loc,
      msg: `the site did not apply ${JSON.stringify(value)} at this destination`,
      input: value,
    })),
  );
}
