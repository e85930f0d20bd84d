import { type Source, settingEnv } from "../contract/source.ts";
import { parseRoutes } from "../extraction/routes/parse-routes.ts";
import { parseFaults } from "../stand-ins/faults.ts";
import { serveStandIns } from "../stand-ins/serve.ts";
import { BadSetting, type Config, namedOrigin, readAs } from "./config.ts";
import { refuseUnknownSettings } from "./source-settings.ts";

/** Where each source's origins are: at the operator's address, or else at the stand-in on loopback. */
export async function openOrigins(
  sources: Source[],
  config: Config["sources"],
  log: { info(details: object, message: string): void },
) {
  const { origins } = config;
  refuseUnknownSettings(sources, config);
  for (const [source, text] of Object.entries(config.routes)) {
    readAs(settingEnv(source, "routes"), () => parseRoutes(text, config.countries[source] ?? null));
  }
  const unserved = sources.filter(({ name }) => origins[name] === undefined);
  const served = await serveStandIns(unserved, faultsOf(config, unserved));
  if (served.controlOrigin) log.info({ control: served.controlOrigin }, "faults of the stand-ins are switched here");
  return {
    standIns: unserved.map(({ name }) => name),
    originOf: (source: string, name: string): string => namedOrigin(origins, source, name) ?? served.originOf(source),
    [Symbol.asyncDispose]: () => served.close(),
  };
}

function faultsOf({ faults }: Config["sources"], served: Source[]) {
  if (faults === "") return {};
  const parsed = readAs("WINNOW_FAULTS", () => parseFaults(faults));
  const unknown = Object.keys(parsed).find((source) => !served.some(({ name }) => name === source));
  if (unknown !== undefined) throw new BadSetting("WINNOW_FAULTS", `no stand-in is served for "${unknown}"`);
  return { faults: parsed };
}
