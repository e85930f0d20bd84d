import { pathToFileURL } from "node:url";
import type { Source } from "./source.ts";

/** A module of its own, since the compiled program brings the sources that it was made with (`cli/compiled`). */
export const importSource = (file: string): Promise<{ default: Source }> => import(pathToFileURL(file).href);
