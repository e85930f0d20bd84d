import { namedOrigin, readConfig } from "../../app/config.ts";
import { installedSources } from "../../app/installed-sources.ts";
import { systemClock } from "../../base/clock.ts";
import { createHealth, type Health } from "../../health/health.ts";
import type { Incident } from "../../health/types.ts";
import { openStore, type Store, whileOpen } from "../../store/open-store.ts";
import { CommandFailed } from "../command-failed.ts";

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

/** The incident with that number, as the command was given it. */
export async function findIncident({ store }: Health, no: string): Promise<Incident> {
  const incident = /^[1-9]\d{0,14}$/.test(no) ? await store.findIncident(Number(no)) : null;
  if (!incident) throw new CommandFailed(`There is no incident ${no}; \`npx winnow incidents\` lists them.`);
  return incident;
}
