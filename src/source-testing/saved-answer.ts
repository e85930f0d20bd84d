import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Answer, ReadingContext } from "../contract/site.ts";

/** A response of a site from given text, as `winnow parse` makes one from a file. */
export function savedAnswer(text: string, over: Partial<Pick<Answer, "url" | "status" | "headers">> = {}): Answer {
  return {
    url: over.url ?? "https://site.example/",
    status: over.status ?? 200,
    headers: over.headers ?? {},
    body: new TextEncoder().encode(text),
    text: () => text,
  };
}

export const readingContext: ReadingContext = {
  origin: "https://site.example",
  originOf: (name) => (name === "site" ? "https://site.example" : `https://${name}.site.example`),
  now: () => Date.parse("2027-03-01T12:00:00Z"),
};

const CAPTURES = fileURLToPath(new URL("../../../shared/captures", import.meta.url));

/** The names of a source's saved responses; none if they are not beside the checkout. */
export const captureNames = (source: string): string[] =>
  existsSync(join(CAPTURES, source)) ? readdirSync(join(CAPTURES, source)) : [];

/** The saved responses of a source, if they exist beside the checkout; otherwise null. */
export function capturesOf(source: string): ((file: string) => string) | null {
  const folder = join(CAPTURES, source);
  if (!existsSync(folder)) return null;
  return (file) => readFileSync(join(folder, file), "utf8");
}
