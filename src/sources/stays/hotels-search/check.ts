import { notMeant, ruleBroken } from "../../../contract/errors.ts";
import { nightsBetween } from "./dates.ts";
import { checkPlace } from "./destination.ts";
import type { Request } from "./filters/wanted.ts";

type Asked = Pick<Request, "destination" | "destination_id" | "destination_type" | "checkin" | "checkout" | "language">;

/** Rules across fields of anything that looks into a destination: where, and when. */
export function checkSearch(request: Asked): void {
  checkPlace(request);
  const { checkin, checkout } = request;
  if (checkin !== null && checkout === null) throw notMeant("checkout must be given together with checkin.");
  if (checkout !== null && checkin === null) throw notMeant("checkin must be given together with checkout.");
  if (checkin !== null && checkout !== null && nightsBetween(checkin, checkout) === null) {
    throw ruleBroken({ loc: ["checkout"], msg: "checkout must be after checkin", input: checkout });
  }
}

export function checkPrices({ min_price_per_night: min, max_price_per_night: max }: Request): void {
  if (min === null || max === null || min <= max) return;
  const msg = "max_price_per_night must not be below min_price_per_night";
  throw ruleBroken({ loc: ["max_price_per_night"], msg, input: max });
}
