import { fileURLToPath } from "node:url";
import { loadSources } from "./contract/load-sources.ts";
import type { Source } from "./contract/source.ts";

/** The sources of this checkout. */
export const findSources = (folder = fileURLToPath(new URL("./sources", import.meta.url))): Promise<Source[]> =>
  loadSources(folder);
