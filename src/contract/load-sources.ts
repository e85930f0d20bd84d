import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { FixableError } from "../base/fixable-error.ts";
import { BrokenManifest } from "./broken-manifest.ts";
import { checkSource } from "./check-source.ts";
import { importSource } from "./import-source.ts";
import type { Operation } from "./operation.ts";
import { refuseSharedPaths, refuseSharedTitles } from "./refuse-shared.ts";
import type { Source } from "./source.ts";
import { withUpcomingExamples } from "./upcoming-examples.ts";

/** A requested source that does not exist. */
export class UnknownSource extends FixableError {
  constructor(name: string, known: string[]) {
    super(`no source "${name}"; there are ${known.join(", ")}`);
    this.name = "UnknownSource";
  }
}

export interface LoadOptions {
  /** Loads only the source of this name. */
  only?: string;
  /** Manifests in other locations: packages and operators' folders. */
  also?: readonly string[];
  /** Example records may be missing or outdated because they are about to be written. */
  withoutExamples?: boolean;
  /** The date for which examples are shown, in ms; today by default. Generated pages use a fixed one. */
  examplesAt?: number;
}

/**
 * Loads every `<folder>/<name>/source.ts` and the additional manifests. A broken one aborts the start with its file and the
 * problem.
 */
export async function loadSources(folder: string, options: LoadOptions = {}): Promise<Source[]> {
  const { only, also = [] } = options;
  const own = manifestsIn(folder);
  const wanted = only === undefined ? own : own.filter((file) => folderNameOf(file) === only);
  const files = [...wanted, ...(only !== undefined && wanted.length > 0 ? [] : also)];
  const loaded = await Promise.all(
    files.map(async (file) => ({ file, source: await loadSource(file, own.includes(file), options) })),
  );
  const found = loaded.filter(({ source }) => only === undefined || source.name === only);
  if (found.length === 0 && only !== undefined) {
    throw new UnknownSource(only, [...own.map(folderNameOf), ...loaded.map(({ source }) => source.name)]);
  }
  refuseSharedPaths(found);
  refuseSharedTitles(found);
  return found.map(({ source }) => source);
}

/** The manifests of the sources in a folder. */
export function manifestsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .flatMap(({ name }) =>
      ["source.ts", "source.js"]
        .map((file) => join(folder, name, file))
        .filter(existsSync)
        .slice(0, 1),
    )
    .sort();
}

const folderNameOf = (file: string): string => basename(dirname(file));

/** A source in a folder must have the folder's name; a package chooses its own. */
async function loadSource(file: string, isInFolder: boolean, options: LoadOptions): Promise<Source> {
  const folderName = folderNameOf(file);
  if (isInFolder && !/^[a-z][a-z0-9]*$/.test(folderName)) {
    throw new BrokenManifest(dirname(file), "the folder", "must be named in lower-case letters and digits: rename it");
  }
  let source: Source;
  try {
    ({ default: source } = await importSource(file));
  } catch (error) {
    throw failedImport(file, error);
  }
  const { withoutExamples = false, examplesAt = Date.now() } = options;
  checkSource(file, isInFolder ? folderName : (source?.name ?? ""), source, withoutExamples);
  const [first, ...rest] = source.operations;
  const upcoming = (operation: Operation) => withUpcomingExamples(operation, examplesAt);
  return { ...source, operations: [upcoming(first), ...rest.map(upcoming)] };
}

/** A source that fails to load. Names the faulty file, which is seldom the manifest that imports it. */
export function failedImport(manifest: string, error: unknown): BrokenManifest {
  const { message, stack = "", code } = error as NodeJS.ErrnoException;
  const [, missing, importer] = /Cannot find module '(.+?)' imported from '?(.+?)'?$/m.exec(message) ?? [];
  if (missing && basename(missing) === "example-records.json") {
    const why = `is not there: npm run examples -- ${basename(dirname(manifest))} writes it`;
    return new BrokenManifest(missing, "the example record", why);
  }
  if (missing && importer)
    return new BrokenManifest(plainPath(importer), "the module", `imports ${missing}, which is not there`);
  const folder = dirname(manifest);
  const file = filesIn(`${stack}\n${message}`).find((path) => path.startsWith(folder));
  const words = message.split("\n").at(code === "ERR_INVALID_TYPESCRIPT_SYNTAX" ? -1 : 0);
  return new BrokenManifest(file ?? manifest, "the module", `does not load: ${words}`);
}

const plainPath = (path: string) => (path.startsWith("file:") ? fileURLToPath(path) : path);

/** The files in a stack trace, innermost first. A module that does not parse is named in the first line. */
const filesIn = (stack: string): string[] =>
  [...stack.matchAll(/(?:file:\/\/)?(\/[^\s:()]+\.(?:ts|json))/g)].map(([, path = ""]) => decodeURI(path));
