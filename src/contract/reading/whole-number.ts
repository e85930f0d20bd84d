import { MAX_DIGITS } from "./json.ts";

/** Unicode's white space, which differs slightly from `String.trim`'s. */
const space = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

/** Written by hand: a pattern ending in `+$` takes quadratic time on a long run of spaces inside the text. */
function trimmed(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && space.test(text.charAt(from))) from += 1;
  while (to > from && space.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

const plain = /^-?(?:0|[1-9][0-9]*)$/;
/** The sign counts as a digit. */
const tooLong = new RegExp(`^(?:[1-9][0-9]|-[1-9])[0-9]{${MAX_DIGITS - 1}}`);

/** Parses an integer in a string as Pydantic does: `" +1_000.0 "` is 1000. */
export function integerFromText(text: string): bigint | "int_parsing" | "int_parsing_size" {
  if (tooLong.test(text)) return "int_parsing_size";
  if (plain.test(text)) return BigInt(text);
  const cleaned = clean(text);
  return cleaned !== null && plain.test(cleaned) && !tooLong.test(cleaned) ? BigInt(cleaned) : "int_parsing";
}

function clean(text: string): string | null {
  let rest = trimmed(text);
  if (/^[+-][+-]/.test(rest)) return null;
  if (rest.startsWith("+")) rest = rest.slice(1);
  const sign = rest.startsWith("-") ? "-" : "";
  const unsigned = withoutLeadingZeros(rest.slice(sign.length));
  if (unsigned === null) return null;
  const whole = unsigned.replace(/\.0+$/, "");
  const underscoresFit = !/^_|_$|__/.test(whole);
  return sign + (underscoresFit ? whole.replaceAll("_", "") : whole);
}

/** Underscores among the leading zeros are dropped with them; a string of zeros keeps its last character. */
function withoutLeadingZeros(digits: string): string | null {
  if (!/^[0-9]/.test(digits)) return null;
  const zeros = /^0[0_]*/.exec(digits)?.[0].length ?? 0;
  if (zeros === 0) return digits;
  const next = digits[zeros];
  if (next === undefined || next === ".") return digits.slice(zeros - 1);
  return /[1-9-]/.test(next) ? digits.slice(zeros) : null;
}
