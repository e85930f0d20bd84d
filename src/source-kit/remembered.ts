import type { Site } from "../contract/site.ts";

export const A_DAY = 24 * 3_600;

/** What hardly changes, such as a list of places: asked for once, and kept in the source's memory. Nothing is not kept. */
export async function remembered<T>(site: Site, key: string, ask: () => Promise<T>, seconds = A_DAY): Promise<T> {
  const kept = site.memory.get<T>(key);
  if (kept !== undefined) return kept;
  const told = await ask();
  if (told !== null) site.memory.set(key, told, seconds);
  return told;
}
