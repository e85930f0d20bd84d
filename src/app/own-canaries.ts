import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { errorMessage } from "../base/thrown.ts";
import { report } from "../contract/broken-manifest.ts";
import type { Canaries } from "../contract/canary.ts";
import { canaryChecks, liveCanaryChecks } from "../contract/check-canaries.ts";
import type { Source } from "../contract/source.ts";
import { BadSetting } from "./config.ts";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Adds the operator's own canaries for live sites, from `canaries.json` in DATA_DIR:
 * `{"nlretail": {"products/search": [{"request": ...}]}}`.
 */
export function withOwnCanaries<S extends Source>(sources: S[], dataDir: string): S[] {
  const file = join(dataDir, "canaries.json");
  if (!existsSync(file)) return sources;
  const own = readOwn(file);
  const names = sources.map(({ name }) => name);
  report(
    file,
    Object.entries(own).flatMap(([name, canaries]) => [
      [name, names.includes(name), `names no source; there are ${names.join(", ")}`],
      [name, isObject(canaries), "must be an object of canaries by operation"],
    ]),
  );
  return sources.map((source) => {
    const changed = own[source.name] as Canaries | undefined;
    if (!changed) return source;
    const live = { ...source.canaries.live, ...changed };
    report(file, [...canaryChecks(source, changed, source.name), ...liveCanaryChecks(source, live)]);
    return { ...source, canaries: { ...source.canaries, live } };
  });
}

function readOwn(file: string): Record<string, unknown> {
  const refuse = (why: string) => new BadSetting(file, why);
  let own: unknown;
  try {
    own = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw refuse(`cannot be read: ${errorMessage(error)}`);
  }
  if (!isObject(own)) throw refuse("must hold an object of sources");
  return own;
}
