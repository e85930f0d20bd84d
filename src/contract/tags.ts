/** Letters, digits, dots, underscores, colons and dashes; up to 40. */
const TAG = "[A-Za-z0-9][A-Za-z0-9._:-]{0,39}";
const MAX_TAGS = 3;
export const TAGS_PATTERN = `^${TAG}(, ?${TAG}){0,${MAX_TAGS - 1}}$`;

/** The one rule, in words for errors and descriptions. */
export const TAGS_RULE = `up to ${MAX_TAGS} tags, separated by commas, each of 1 to 40 letters, digits, dots, underscores, colons and dashes, such as team-a`;

/** As they are stored: each once, in order, joined by commas; null if they break the rule. */
export const readTags = (text: string): string | null =>
  new RegExp(TAGS_PATTERN).test(text) ? [...new Set(text.split(/, ?/))].sort().join(",") : null;

/** The tags of a row. */
export const splitTags = (stored: string | null): string[] => stored?.split(",") ?? [];
