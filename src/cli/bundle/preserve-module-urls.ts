import { accessSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "rolldown";

/**
 * Lets our modules find the files beside them from inside the bundle: `import.meta.url` stays the URL of the source file.
 * Threads start from the bundle, and sources and what they import are part of it, so that all share one copy of the contract's classes.
 * `placeOf` is a file's path relative to the bundle's folder.
 */
export function preserveModuleUrls(src: string, placeOf: (file: string) => string): Plugin {
  const replaced = join(src, "contract/import-source.ts");
  accessSync(replaced);
  return {
    name: "preserve-module-urls",
    load(id) {
      return id === replaced ? importFromBundle(join(src, "sources")) : null;
    },
    transform(code, id) {
      if (!id.startsWith(src)) return null;
      if (/import\.meta\.(?:dir|file)name/.test(code))
        this.error(`${id} must use import.meta.url: the bundle moves it`);
      const url = `new URL(${JSON.stringify(placeOf(id))}, import.meta.url).href`;
      return code.replace(
        /new URL\("\.\/([\w-]+-(?:worker|entry))\.ts", import\.meta\.url\)|import\.meta\.url/g,
        (_, entry) => (entry ? `new URL("./${entry}.js", import.meta.url)` : url),
      );
    },
  };
}

/** Replaces `contract/import-source.ts`: each source is a chunk of the bundle, loaded on demand. */
function importFromBundle(sources: string): string {
  const bundled = readdirSync(sources, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => JSON.stringify(`../sources/${name}/source.ts`))
    .map((file) => `[new URL(${file}, import.meta.url).href, () => import(${file})]`);
  return `import { pathToFileURL } from "node:url";
    const bundled = new Map([${bundled}]);
    export const importSource = (file) => {
      const { href } = pathToFileURL(file);
      return bundled.get(href)?.() ?? import(href);
    };`;
}
