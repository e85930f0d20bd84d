import { SourceError } from "../contract/errors.ts";

/**
 * What a site's search box suggests for the beginning of a text, of fewer and fewer letters until it suggests something:
 * the neighbours of a name that it does not know.
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
    // The refusal stands without them.
    if (!(error instanceof SourceError)) throw error;
  }
  return [];
}
