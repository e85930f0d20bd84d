import { Type } from "typebox";
import { WinnowError } from "./errors.ts";
import { given, orNull } from "./shapes.ts";

/** Letters, digits, dots, underscores, colons and dashes; up to 40. */
const TAG = "[A-Za-z0-9][A-Za-z0-9._:-]{0,39}";
const MAX_TAGS = 3;
export const TAGS_PATTERN = `^${TAG}(, ?${TAG}){0,${MAX_TAGS - 1}}$`;

/** The one rule, in words for errors and descriptions. */
export const TAGS_RULE = `up to ${MAX_TAGS} tags, separated by commas, each of 1 to 40 letters, digits, dots, underscores, colons and dashes, such as team-a`;

/** Tags in a body or a query, as `x-tag` has them. */
export const tagsField = (about: string) =>
  Type.Optional(
    orNull({
      ...given({ maxLength: 130, description: `${about}: ${TAGS_RULE}.` }),
      pattern: TAGS_PATTERN,
      examples: ["team-a,nightly"],
    }),
  );

/** As they are stored: each once, in order, joined by commas; null if they break the rule. */
export const readTags = (text: string): string | null =>
  new RegExp(TAGS_PATTERN).test(text) ? [...new Set(text.split(/, ?/))].sort().join(",") : null;

/** Reads `x-tag`, if it was sent, once or repeated. */
export function readTagHeader(raw: unknown): string | null {
  if (raw === undefined) return null;
  const tags = readTags([raw].flat().join(","));
  if (tags === null) throw new WinnowError("bad_request", `Header x-tag must be ${TAGS_RULE}.`);
  return tags;
}

/** The tags of a row. */
export const splitTags = (stored: string | null): string[] => stored?.split(",") ?? [];
