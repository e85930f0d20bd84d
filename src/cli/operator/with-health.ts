import { namedOrigin, readConfig } from "../../app/config.ts";
import { installedSources } from "../../app/installed-sources.ts";
import { systemClock } from "../../base/clock.ts";
import { createHealth, type Health } from "../../health/health.ts";
import { openStore, type Store, whileOpen } from "../../store/open-store.ts";

/** Opens the sources' health for one command. */
export async function withHealth<T>(work: (health: Health, store: Store) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const sources = await installedSources(config);
  return whileOpen(await openStore(config.database), async (store) => {
    const isStandIn = (source: string) => config.sources.origins[source] === undefined;
    const originOf = (source: string, name: string) =>
      namedOrigin(config.sources.origins, source, name) ?? sources.find((one) => one.name === source)!.origins[name]!;
    const log = { info() {}, warn() {} };
    const clock = systemClock;
    return work(createHealth({ db: store.db, sources, isStandIn, originOf, clock, log }), store);
  });
}
