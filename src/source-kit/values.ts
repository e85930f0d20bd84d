/** Converts values of a page to values of a record. */
export { absoluteUrl, cleanText, toBoolean, toInteger, toNumber, zeroIsNone } from "../contract/values.ts";
export { localNumber, parseAmount } from "./written/numbers.ts";
export { largestOf, sidesIn, srcsetOf } from "./written/pictures.ts";
export { parseMoment, parseSeconds } from "./written/times.ts";
