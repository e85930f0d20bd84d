import type { Caller } from "../../../src/accounts/types.ts";
import type { Source } from "../../../src/contract/source.ts";
import { RecallRefused } from "../../../src/recalls/recalls.ts";
import type { Store } from "../../../src/store/open-store.ts";
import { type ChargedCall, chargedSite } from "./charged-site.ts";
import { seededRandom } from "./random.ts";
import { type Asked, sampleRequests } from "./requests.ts";
import { type SiteChange, siteChanges } from "./site-changes.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Different requests that are made before, during and after each change. */
const REQUESTS = 5;
/** Accounts that call while the site is changed; the others call before and after. */
const ACCOUNTS = 4;

export interface RecallRow {
  change: string;
  /** Calls of the four accounts that were answered with records. */
  answered: number;
  /** Those whose records were not the site's truth. */
  wrong: number;
  recalled: number;
  /** Wrong calls that no recall has found. */
  missed: number;
  /** Right calls that a recall has named. */
  falsely: number;
  /** Calls that could be compared with nothing. */
  undecided: number;
  reasons: string[];
}

/**
 * All changes at one source, one after the other: four accounts make five requests each while the site is changed, and
 * others make them before and after. Every answered call is charged as the service does it. Compares the calls that the
 * incidents' recalls would name with those whose records differed from the site's truth. `partly`: the site is changed for
 * every other round of the requests only, as where some of its servers are.
 */
export async function tryRecalls(
  store: Store,
  source: Source,
  { seed, only, partly = false }: { seed: number; only?: readonly string[]; partly?: boolean },
): Promise<RecallRow[]> {
  const random = seededRandom(seed);
  const charged = await chargedSite(store, source, random);
  const { site, recalls, newCaller } = charged;
  const { clock } = site;
  const asked = await sampleRequests(source.name, site);
  const call = (caller: Caller, { operation, bodies }: Asked, nth: number) =>
    charged.call(caller, operation, bodies[nth % Math.min(REQUESTS, bodies.length)]!);

  const closeIncidents = async () => {
    for (const { no } of await site.health.store.openIncidents())
      await site.health.store.closeIncident(no, clock.now());
    await site.health.refresh();
  };

  /** Two calls of each request, and canaries between them. */
  async function healthyCalls(where: Asked, others: Caller[]): Promise<void> {
    for (let nth = 0; nth < 2 * REQUESTS; nth++) {
      await site.canary(where.operation);
      await call(others[nth % ACCOUNTS]!, where, nth);
    }
  }

  async function tryChange(change: SiteChange, victims: Caller[], others: Caller[]): Promise<RecallRow> {
    const where = asked[change.where];
    await healthyCalls(where, others);
    const since = clock.now();
    const during: ChargedCall[] = [];
    for (let nth = 0; nth < ACCOUNTS * REQUESTS; nth++) {
      // Of each request, two calls are wrong, and two between them are right.
      site.state.change = partly && Math.floor(nth / REQUESTS) % 2 === 1 ? null : change;
      const answered = await call(victims[nth % ACCOUNTS]!, where, nth);
      if (answered) during.push(answered);
      if (nth % REQUESTS === 0) await site.canary(where.operation);
    }
    site.state.change = null;
    clock.ahead += 15 * MINUTE_MS;
    await healthyCalls(where, others);
    await closeIncidents();
    const incidents = (await site.health.store.incidents(0)).filter(({ opened_at }) => opened_at >= since);
    const [named, undecided] = [new Set<string>(), new Set<string>()];
    for (const incident of incidents) {
      const plan = await recalls.plan(incident).catch((error: unknown) => {
        if (error instanceof RecallRefused) return { affected: [], undecided: [] };
        throw error;
      });
      for (const { request_id } of plan.affected) named.add(request_id);
      for (const { request_id } of plan.undecided) undecided.add(request_id);
    }
    const wrong = new Set(during.filter(({ isWrong }) => isWrong).map(({ id }) => id));
    clock.ahead += 2 * HOUR_MS;
    return {
      change: change.name,
      answered: during.length,
      wrong: wrong.size,
      recalled: named.size,
      missed: wrong.difference(named).size,
      falsely: named.difference(wrong).size,
      undecided: undecided.difference(named).size,
      reasons: incidents.map(({ reason }) => reason),
    };
  }

  try {
    const callers: Caller[] = [];
    for (let nth = 0; nth < 2 * ACCOUNTS; nth++) callers.push(await newCaller());
    const rows: RecallRow[] = [];
    for (const change of siteChanges) {
      if (change.only !== undefined && change.only !== source.name) continue;
      if (only !== undefined && !only.includes(change.name)) continue;
      rows.push(await tryChange(change, callers.slice(0, ACCOUNTS), callers.slice(ACCOUNTS)));
    }
    return rows;
  } finally {
    await charged.close();
  }
}
