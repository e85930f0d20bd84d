import { WinnowError } from "../contract/errors.ts";

export const tooMany = (words: string, seconds = 60): WinnowError =>
  new WinnowError("rate_limited", words, { headers: { "retry-after": String(seconds) } });
