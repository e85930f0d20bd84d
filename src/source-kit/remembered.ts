import type { Site } from "../contract/site.ts";

export const A_DAY = 24 * 3_600;

/** Fetches rarely changing data, such as a list of places, once and keeps it in the source's memory. Null is not kept. */
export async function remembered<T>(site: Site, key: string, ask: () => Promise<T>, seconds = A_DAY): Promise<T> {
  const kept = site.memory.get<T>(key);
  if (kept !== undefined) return kept;
  const answer = await ask();
  if (answer !== null) site.memory.set(key, answer, seconds);
  return answer;
}
