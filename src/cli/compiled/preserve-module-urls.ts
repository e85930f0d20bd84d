import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "rolldown";

/**
 * Lets our modules find files beside them after they have moved into the bundle: `import.meta.url` of a module stays
 * the URL of its source file, a thread starts from the bundle, and sources come from the bundle too, so that all
 * share one copy of the contract. `placeOf` is a file's path as seen from the bundle's folder.
 */
export function preserveModuleUrls(src: string, placeOf: (file: string) => string): Plugin {
  const ours = (id: string) => id.startsWith(src) && id.endsWith(".ts");
  const url = (file: string) => `new URL(${JSON.stringify(placeOf(file))}, import.meta.url)`;
  const path = (file: string) => `process.getBuiltinModule("node:url").fileURLToPath(${url(file)})`;
  return {
    name: "preserve-module-urls",
    load(id) {
      return id === join(src, "contract/import-source.ts") ? importFromBundle(src, path) : null;
    },
    transform(code, id) {
      if (!ours(id) || !code.includes("import.meta.")) return null;
      return code
        .replace(/new URL\("\.\/([\w-]+-worker)\.ts", import\.meta\.url\)/g, 'new URL("./$1.js", import.meta_url)')
        .replaceAll("import.meta.url", `${url(id)}.href`)
        .replaceAll("import.meta.filename", path(id))
        .replaceAll("import.meta.dirname", path(join(id, "..")))
        .replaceAll("import.meta_url", "import.meta.url");
    },
  };
}

/** In place of `import-source.ts`: each source is a part of the bundle, which is loaded when it is asked for. */
function importFromBundle(src: string, path: (file: string) => string): string {
  const sources = join(src, "sources");
  const entries = readdirSync(sources, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(sources, name, "source.ts"));
  const lines = entries.map((file) => `[${path(file)}, () => import(${JSON.stringify(file)})]`);
  return [
    'import { pathToFileURL } from "node:url";',
    `const compiled = new Map([${lines.join(",\n")}]);`,
    "export const importSource = (file) => (compiled.get(file) ?? (() => import(pathToFileURL(file).href)))();",
  ].join("\n");
}
