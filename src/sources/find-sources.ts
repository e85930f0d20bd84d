import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type LoadOptions, loadSources } from "../contract/load-sources.ts";
import type { Source } from "../contract/source.ts";

const here = fileURLToPath(new URL("../sources", import.meta.url));

/** Whether a source is one of this checkout, whose readers are fuzzed and known to end. */
export const isBuiltIn = (name: string): boolean => existsSync(join(here, name));

/** The sources of this checkout. */
export const findSources = (folder = here, options: LoadOptions = {}): Promise<Source[]> =>
  loadSources(folder, options);

/** Loads one of them without loading the others. */
export async function findSource(name: string, options: LoadOptions = {}): Promise<Source> {
  const [source] = await loadSources(here, { ...options, only: name });
  if (!source) throw new Error(`there is no source ${name}`);
  return source;
}
