import { ruleBroken } from "../../../contract/errors.ts";
import type { Request } from "./filters/wanted.ts";
import type { SearchReading } from "./reading/search-reading.ts";

/** The site answers to a stay or a party that it does not take as if none had been given: that is no answer. */
export function refuseIgnoredStay(request: Request, { echo }: SearchReading): void {
  const { checkin, checkout } = request;
  const isTaken = echo.dates?.checkin === checkin && echo.dates.checkout === checkout;
  if (checkin !== null && echo.dates !== undefined && !isTaken) {
    throw ruleBroken({ loc: ["checkin"], msg: "the site did not accept these dates", input: checkin });
  }
  const party = [
    ["adults", request.adults, echo.adults],
    ["rooms", request.rooms, echo.rooms],
    ["children_ages", request.children_ages.length, echo.children],
  ] as const;
  for (const [field, asked, taken] of party) {
    if (taken !== null && taken !== asked) {
      throw ruleBroken({
        loc: [field],
        msg: `the site searched for ${taken} instead of ${asked}`,
        input: request[field],
      });
    }
  }
}
