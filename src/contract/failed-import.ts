import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { BrokenManifest } from "./broken-manifest.ts";

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
