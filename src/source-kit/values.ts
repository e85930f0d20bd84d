/** Converts values of a page to values of a record. */
export { absoluteUrl, cleanText, flagOf, numberOf, wholeOf, zeroIsNone } from "../contract/values.ts";
export { amountOf, localNumber } from "./written/numbers.ts";
export { largestOf, sidesIn, srcsetOf } from "./written/pictures.ts";
export { secondsOf } from "./written/times.ts";
