import { registerHooks } from "node:module";

/** Modules that a source outside this repository imports. */
const modules: Record<string, string> = {
  "winnow-api/source": new URL("./source-entry.ts", import.meta.url).href,
  "winnow-api/stand-in": new URL("./stand-in-entry.ts", import.meta.url).href,
};

let isServed = false;

/**
 * Lets modules anywhere import `winnow-api/source`. They get the modules of the running program, so that all share one copy of
 * the contract's classes, whatever is installed beside them.
 */
export function servePublicModules(): void {
  if (isServed) return;
  isServed = true;
  registerHooks({
    resolve(specifier, context, next) {
      const url = modules[specifier];
      return url === undefined ? next(specifier, context) : { url, shortCircuit: true };
    },
  });
}
