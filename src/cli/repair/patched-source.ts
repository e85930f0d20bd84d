import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Source } from "../../contract/source.ts";

/** One change of a line in a file of a source. */
export interface Edit {
  /** The file's path. */
  file: string;
  /** Starts at 1. */
  line: number;
  before: string;
  after: string;
}

const TRIAL = "trial";
const trials = new Map<string, { folder: string; edits: readonly Edit[] }>();
let isHooked = false;

/**
 * Loads a source with changed lines, beside the one that is loaded already. Nothing is written: each trial has its own
 * copies of the source's modules, and shares those of the kit.
 */
export async function loadPatched(manifest: string, edits: readonly Edit[]): Promise<Source> {
  hook();
  const trial = String(trials.size + 1);
  trials.set(trial, { folder: pathToFileURL(`${dirname(manifest)}/`).href, edits });
  const { default: source } = await import(`${pathToFileURL(manifest).href}?${TRIAL}=${trial}`);
  return source;
}

/** A file with the lines of the edits that concern it. */
export function patched(file: string, edits: readonly Edit[]): string {
  const lines = readFileSync(file, "utf8").split("\n");
  for (const { file: own, line, before, after } of edits) {
    if (join(own) !== join(file)) continue;
    if (lines[line - 1] !== before) throw new Error(`${file} has changed: line ${line} is not ${before}`);
    lines[line - 1] = after;
  }
  return lines.join("\n");
}

function hook(): void {
  if (isHooked) return;
  isHooked = true;
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const number = trialIn(context.parentURL);
      const isOwn = number !== null && resolved.url.startsWith(trials.get(number)!.folder);
      return isOwn ? { ...resolved, url: `${resolved.url}?${TRIAL}=${number}` } : resolved;
    },
    load(url, context, next) {
      const number = trialIn(url);
      const edits = number === null ? [] : trials.get(number)!.edits;
      const file = number === null ? "" : fileURLToPath(url.replace(/\?.*/, ""));
      if (!edits.some((edit) => join(edit.file) === join(file))) return next(url, context);
      const format = file.endsWith(".ts") ? "module-typescript" : "module";
      return { format, source: patched(file, edits), shortCircuit: true };
    },
  });
}

const trialIn = (url: string | undefined): string | null =>
  url?.includes(`?${TRIAL}=`) ? new URL(url).searchParams.get(TRIAL) : null;
