import { type Source, settingEnv } from "../contract/source.ts";
import { parseRoutes } from "../extraction/routes/parse-routes.ts";
import { parseFaults } from "../stand-ins/faults.ts";
import { standInPages } from "../stand-ins/pages.ts";
import { serveStandIns } from "../stand-ins/serve.ts";
import { BadSetting, type Config, isSetUp, namedOrigin, publicAddress, readAs } from "./config.ts";
import { refuseUnknownSettings } from "./source-settings.ts";

/** Where each source's origins are: at the operator's address, or else at the stand-in on loopback. */
export async function openOrigins(
  sources: Source[],
  { sources: config, server }: Pick<Config, "sources" | "server">,
  log: { info(details: object, message: string): void },
) {
  const { origins } = config;
  refuseUnknownSettings(sources, config);
  for (const [source, { routes = "direct", country = null }] of Object.entries(config.sites)) {
    readAs(settingEnv(source, "routes"), () => parseRoutes(routes, country));
  }
  const unserved = sources.filter(({ name }) => origins[name] === undefined);
  const served = await serveStandIns(unserved, faultsOf(config, unserved));
  const standIns = unserved.map(({ name }) => name);
  const isStandIn = (source: string): boolean => standIns.includes(source);
  let address = publicAddress(server);
  const pages = standInPages(sources, () => address);
  const originOf = (source: string, name: string) => namedOrigin(origins, source, name) ?? served.originOf(source);
  if (served.controlOrigin) log.info({ control: served.controlOrigin }, "faults of the stand-ins are switched here");
  return {
    standIns,
    isStandIn,
    isSetUp: (source: string): boolean => isSetUp(config, source),
    /** Where the engine reads. */
    originOf,
    /** Where the records of a stand-in point, whoever asks and after every start; null for a live site. */
    shownAt: (source: string): string | null => (isStandIn(source) ? pages.addressOf(source) : null),
    /** The address by which a source is known: what is stored under it outlives a start. */
    lastingOriginOf: (source: string, name: string): string =>
      isStandIn(source) ? "stand-in" : originOf(source, name),
    pages,
    /** The port may be known only now. */
    listensAt: (port: number): string => {
      address = publicAddress({ ...server, port });
      return address;
    },
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
