import { createHash } from "node:crypto";

/**
 * The site's GraphQL responses do not repeat the question, but a response has its result under the name (alias) that the
 * query gives it. That name is made of the question, so the response to another one has another name.
 */
export interface AnswerName {
  /** The beginning of the search text. */
  text: string;
  /** A digest of everything else that was asked. */
  rest: string;
}

const MAX_TEXT = 40;
const DIGITS = 12;
const NAME = /_t([0-9a-f]*)_r([0-9a-f]+)$/;

export const answerName = (text: string, rest: unknown): AnswerName => ({
  text: text.slice(0, MAX_TEXT),
  rest: createHash("sha256")
    .update(JSON.stringify([text, rest]))
    .digest("hex")
    .slice(0, DIGITS),
});

/** The field of a query under that name: `cities_t..._r...: cities`. */
export const named = (field: string, { text, rest }: AnswerName): string =>
  `${field}_t${Buffer.from(text).toString("hex")}_r${rest}: ${field}`;

/** Null if the response has the site's own name for it. */
export function nameIn(key: string): AnswerName | null {
  const [, text, rest] = NAME.exec(key) ?? [];
  return text === undefined || rest === undefined ? null : { text: Buffer.from(text, "hex").toString(), rest };
}
