import { SourceError } from "../contract/errors.ts";

/**
 * Neighbours of an unknown name: what the site's search box suggests for ever shorter prefixes, until it suggests
 * something.
 */
export async function suggestedNear<T>(
  text: string,
  ask: (beginning: string) => Promise<readonly T[]>,
  beginnings = [3, 1],
): Promise<readonly T[]> {
  try {
    for (const letters of beginnings) {
      const found = await ask([...text.trim()].slice(0, letters).join(""));
      if (found.length > 0) return found;
    }
  } catch (error) {
    // The rejection works without them.
    if (!(error instanceof SourceError)) throw error;
  }
  return [];
}
