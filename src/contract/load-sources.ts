import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { BrokenManifest } from "./broken-manifest.ts";
import { checkSource } from "./check-source.ts";
import { failedImport } from "./failed-import.ts";
import { importSource } from "./import-source.ts";
import { refuseLostVitalField } from "./refuse-lost-vital-field.ts";
import { refuseSharedPaths, refuseSharedTitles } from "./refuse-shared.ts";
import type { Source } from "./source.ts";
import type { StandIn } from "./stand-in.ts";
import { withUpcomingExamples } from "./upcoming-examples.ts";

/** A source that is asked for by name and is not there. */
export class UnknownSource extends Error {
  constructor(name: string, known: string[]) {
    super(`no source "${name}"; there are ${known.join(", ")}`);
    this.name = "UnknownSource";
  }
}

export interface LoadOptions {
  /** The source of that name alone. */
  only?: string;
  /** Example records are about to be written: they may be missing, or not fit. */
  withoutExamples?: boolean;
  /** The day for which examples are shown, in ms; today unless given. Generated pages have a fixed one. */
  examplesAt?: number;
}

/** Finds every `<folder>/<name>/source.ts`. A broken one stops the start, and says what is wrong where. */
export async function loadSources(folder: string, options: LoadOptions = {}): Promise<Source[]> {
  const { only } = options;
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, "source.ts")))
    .map((entry) => entry.name)
    .sort();
  const wanted = only === undefined ? names : names.filter((name) => name === only);
  if (wanted.length === 0 && only !== undefined) throw new UnknownSource(only, names);
  const sources = await Promise.all(wanted.map((name) => loadSource(folder, name, options)));
  const fileOf = ({ name }: Source) => join(folder, name, "source.ts");
  refuseSharedPaths(sources, fileOf);
  refuseSharedTitles(sources, fileOf);
  return sources;
}

async function loadSource(folder: string, name: string, options: LoadOptions): Promise<Source> {
  const file = join(folder, name, "source.ts");
  if (!/^[a-z][a-z0-9]*$/.test(name)) {
    throw new BrokenManifest(join(folder, name), "the folder", "must be named in small letters and digits: rename it");
  }
  let source: Source;
  try {
    ({ default: source } = await importSource(file));
  } catch (error) {
    throw failedImport(file, error);
  }
  const { withoutExamples = false, examplesAt = Date.now() } = options;
  checkSource(file, name, source, withoutExamples);
  const [first, ...rest] = source.operations.map((operation) => withUpcomingExamples(operation, examplesAt));
  return { ...source, operations: [first!, ...rest], standIn: () => standInOf(join(folder, name), source) };
}

/** Loaded when it is served, so that no start with real sites pays for it. */
async function standInOf(folder: string, source: Source): Promise<StandIn> {
  const standIn = await source.standIn();
  refuseLostVitalField(folder, standIn);
  return standIn;
}
