import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Source } from "./source.ts";

/** A source folder that cannot be used: the message names the file and the field. */
export class BrokenManifest extends Error {
  constructor(file: string, field: string, why: string) {
    super(`${file}: ${field} ${why}`);
    this.name = "BrokenManifest";
  }
}

/** A source that is asked for by name and is not there. */
export class UnknownSource extends Error {
  constructor(name: string, known: string[]) {
    super(`no source "${name}"; there are ${known.join(", ")}`);
    this.name = "UnknownSource";
  }
}

/** Finds every `<folder>/<name>/source.ts`, or the one of that name alone. A broken one stops the start. */
export async function loadSources(folder: string, only?: string): Promise<Source[]> {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, "source.ts")))
    .map((entry) => entry.name)
    .sort();
  const wanted = only === undefined ? names : names.filter((name) => name === only);
  if (wanted.length === 0 && only !== undefined) throw new UnknownSource(only, names);
  const sources = await Promise.all(wanted.map((name) => loadSource(folder, name)));
  refuseSharedPaths(folder, sources);
  return sources;
}

async function loadSource(folder: string, name: string): Promise<Source> {
  const file = join(folder, name, "source.ts");
  let source: Source;
  try {
    ({ default: source } = (await import(pathToFileURL(file).href)) as { default: Source });
  } catch (error) {
    throw new BrokenManifest(file, "the module", `does not load: ${(error as Error).message}`);
  }
  checkSource(file, name, source);
  return source;
}

type Check = [field: string, ok: boolean, why: string];

function checkSource(file: string, name: string, source: Source | undefined): void {
  if (typeof source !== "object" || source === null) {
    throw new BrokenManifest(file, "default export", "is missing: export default defineSource({...})");
  }
  const isOrigin = (value: unknown) => {
    const url = typeof value === "string" && URL.canParse(value) ? new URL(value) : null;
    return url !== null && url.origin === value;
  };
  const positive = (value: unknown) => typeof value === "number" && value > 0;
  report(file, [
    ["name", source.name === name && /^[a-z][a-z0-9]*$/.test(name), `must be the folder's name, "${name}"`],
    ["title", typeof source.title === "string" && source.title !== "", "must be words for people"],
    ["origins.site", isOrigin(source.origins?.site), "must be an origin such as https://site.example"],
    ...Object.entries(source.origins ?? {}).map(
      ([key, value]): Check => [`origins.${key}`, isOrigin(value), "must be an origin such as https://site.example"],
    ),
    ["politeness.concurrency", positive(source.politeness?.concurrency), "must be a number above 0"],
    ["politeness.perSecond", positive(source.politeness?.perSecond), "must be a number above 0"],
    ["headers", typeof source.headers === "object" && source.headers !== null, "must be an object of headers"],
    ["blockMarker", typeof source.blockMarker === "function", "must be a function of an answer"],
    ["standIn", typeof source.standIn === "function", "must be a function that loads the stand-in site"],
    [
      "operations",
      Array.isArray(source.operations) && source.operations.length > 0,
      "must list at least one operation",
    ],
  ]);
  source.operations.forEach((operation, index) => {
    const at = (field: string) => `operations[${index}].${field}`;
    report(file, [
      [
        at("path"),
        typeof operation?.path === "string" &&
          /^\/api\/[a-z0-9]+(\/[a-z0-9-]+)+$/.test(operation.path) &&
          operation.path.startsWith(`/api/${name}/`),
        `must be /api/${name}/<resource>`,
      ],
      [at("summary"), typeof operation?.summary === "string" && operation.summary !== "", "must be a phrase"],
      [at("description"), typeof operation?.description === "string", "must be text"],
      [at("price"), typeof operation?.price?.of === "function", "must be flat(...) or perResults(...)"],
      [at("request"), operation?.request?.type === "object", "must be made by defineRequest"],
      [at("request.timeout"), "timeout" in (operation?.request?.properties ?? {}), "is missing: add timeoutField"],
      [
        at("record"),
        operation?.record?.type === "object" && "@type" in operation.record.properties,
        "must be made by defineRecord",
      ],
      [
        at("examples"),
        Array.isArray(operation?.examples) && operation.examples.length > 0,
        "must hold at least one body",
      ],
      [at("run"), typeof operation?.run === "function", "must be an async generator"],
      [at("parse"), typeof operation?.parse === "function", "must be a function"],
    ]);
  });
}

function report(file: string, checks: Check[]): void {
  const broken = checks.find(([, ok]) => !ok);
  if (broken) throw new BrokenManifest(file, broken[0], broken[2]);
}

function refuseSharedPaths(folder: string, sources: Source[]): void {
  const taken = new Map<string, string>();
  for (const source of sources) {
    for (const { path } of source.operations) {
      const other = taken.get(path);
      if (other)
        throw new BrokenManifest(join(folder, source.name, "source.ts"), "operations", `repeats ${path} of ${other}`);
      taken.set(path, source.name);
    }
  }
}
