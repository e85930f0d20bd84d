import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The addresses of the web app's pages, by who may open them, and the former ones. A parameter is written `$name`. */
export type Pages = Record<"open" | "own" | "admin" | "moved", string[]>;

/** The pages of the built web app, as its router lists them (`dashboard/vite.config.ts`). None before it is built. */
export function pagesIn(builtFolder: string): Pages {
  const file = join(builtFolder, "pages.json");
  if (!existsSync(file)) return { open: [], own: [], admin: [], moved: [] };
  return JSON.parse(readFileSync(file, "utf8")) as Pages;
}

/** The same addresses as routes of the server. */
export const pageRoutes = (builtFolder: string): string[] =>
  Object.values(pagesIn(builtFolder))
    .flat()
    .map((path: string) => path.replaceAll("$", ":"));
