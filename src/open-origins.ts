import { BadSetting, type Config, namedOrigin } from "./config.ts";
import type { Source } from "./contract/source.ts";
import { parseRoutes } from "./extraction/routes/parse-routes.ts";
import { parseFaults } from "./stand-ins/faults.ts";
import { serveStandIns } from "./stand-ins/serve.ts";

/** Where each source's origins are: what the operator named, else the stand-in on loopback. */
export async function openOrigins(
  sources: Source[],
  config: Config,
  log: { info(details: object, message: string): void },
) {
  const { origins } = config;
  refuseUnknown(sources, config);
  const unserved = sources.filter(({ name }) => origins[name] === undefined);
  const served = await serveStandIns(unserved, faultsOf(config, unserved));
  if (served.controlOrigin) log.info({ control: served.controlOrigin }, "faults of the stand-ins are switched here");
  return {
    standIns: unserved.map(({ name }) => name),
    originOf: (source: string, name: string): string => namedOrigin(origins, source, name) ?? served.originOf(source),
    [Symbol.asyncDispose]: () => served.close(),
  };
}

/** A misspelt variable must not leave a source on its stand-in, or on its usual route, in silence. */
function refuseUnknown(sources: Source[], { origins, routes, politeness, robotsIgnoredFor }: Config): void {
  const names = sources.map(({ name }) => name);
  const places = sources.flatMap(({ name, origins: named }) => [
    name,
    ...Object.keys(named).map((key) => `${name}.${key}`),
  ]);
  const refuse = (given: string[], known: string[], suffix: string, what: string) => {
    for (const one of given) {
      if (known.includes(one)) continue;
      const env = `WINNOW_${one.replace(".", "_").toUpperCase()}_${suffix}`;
      throw new BadSetting(env, `there is no such ${what}; there are ${known.join(", ")}`);
    }
  };
  refuse(Object.keys(origins), places, "ORIGIN", "source or origin");
  refuse(Object.keys(routes), names, "ROUTES", "source");
  refuse(Object.keys(politeness), names, "CONCURRENCY", "source");
  refuse(robotsIgnoredFor, names, "ROBOTS", "source");
  for (const [source, text] of Object.entries(routes)) {
    readAs(`WINNOW_${source.toUpperCase()}_ROUTES`, () => parseRoutes(text));
  }
}

function faultsOf({ faults }: Config, served: Source[]) {
  if (faults === "") return {};
  const parsed = readAs("WINNOW_FAULTS", () => parseFaults(faults));
  const unknown = Object.keys(parsed).find((source) => !served.some(({ name }) => name === source));
  if (unknown !== undefined) throw new BadSetting("WINNOW_FAULTS", `no stand-in is served for "${unknown}"`);
  return { faults: parsed };
}

function readAs<T>(env: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new BadSetting(env, (error as Error).message);
  }
}
