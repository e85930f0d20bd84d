import { captureNames, capturesOf } from "../../../src/source-testing/saved-answer.ts";
import { type SiteRow, sitePages, type Word } from "./site-pages.ts";

/** Where the stand-in serves a page of the kind that was saved. */
const paths: Record<string, string> = { bizbureau: "/api/search", ruretail: "/graphql", stays: "/searchresults" };
const WORDS: Word[] = ["number", "text", "otherText", "optional"];

/** The rows of a source's saved pages, read where they are; none without captures or for other kinds of pages. */
export function capturedRows(source: string): SiteRow[] {
  const path = paths[source];
  const read = capturesOf(source);
  if (path === undefined || !read) return [];
  return captureNames(source).flatMap((file) => {
    try {
      const text = read(file);
      // A list of results without its page.
      return sitePages[source]?.(path, text.startsWith("[") ? `{"results":${text}}` : text)?.rows ?? [];
    } catch {
      // A page of another kind.
      return [];
    }
  });
}

/** Gives a row the values of a saved one: its size of numbers, its length of texts, its gaps. Its name stays its own. */
export function asCaptured(row: SiteRow, captured: readonly SiteRow[], chance: (about: string) => number): void {
  const name = String(row.get("text") ?? "");
  const model = captured[Math.floor(chance(name) * captured.length)];
  if (!model) return;
  for (const word of WORDS) {
    const [own, real] = [row.get(word), model.get(word)];
    if (own === undefined || own === null) continue;
    if (word === "number") {
      // No two have the same, as no two of the site do.
      if (typeof real === "number" && real > 0)
        row.set(word, Math.round(real * (50 + 100 * chance(`${name} size`))) / 100);
    } else if (word === "text") row.set(word, typeof real === "string" ? `${real} ${name}` : own);
    else if (typeof own === typeof real || real === null || real === undefined) row.set(word, real ?? null);
  }
}
