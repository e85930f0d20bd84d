import { pathToFileURL } from "node:url";
import type { Source } from "./source.ts";

/** A separate module because a bundle replaces it with one that imports the bundled sources (`cli/bundle`). */
export const importSource = (file: string): Promise<{ default: Source }> => import(pathToFileURL(file).href);
