import { SourceError } from "../contract/errors.ts";

/** For `.catch`: a fallback for one kind of error; other errors propagate. */
export const instead =
  <T>(kind: abstract new (...given: never[]) => Error, make: () => T | Promise<T>) =>
  (error: unknown): T | Promise<T> => {
    if (error instanceof kind) return make();
    throw error;
  };

/**
 * Neighbours of an unknown name: what the site's search box suggests for ever shorter prefixes, until it suggests
 * something.
 */
export async function suggestedNear<T>(
  text: string,
  ask: (beginning: string) => Promise<readonly T[]>,
  beginnings = [3, 1],
): Promise<readonly T[]> {
  for (const letters of beginnings) {
    const beginning = [...text.trim()].slice(0, letters).join("");
    // The rejection works without them.
    const found = await ask(beginning).catch(instead(SourceError, () => null));
    if (found === null || found.length > 0) return found ?? [];
  }
  return [];
}
