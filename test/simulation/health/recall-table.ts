import { randomUUID } from "node:crypto";
import { createAccounts } from "../../../src/accounts/accounts.ts";
import type { Caller } from "../../../src/accounts/types.ts";
import type { Source } from "../../../src/contract/source.ts";
import { createMetering } from "../../../src/metering/metering.ts";
import { createRecalls, RecallRefused } from "../../../src/recalls/recalls.ts";
import type { Store } from "../../../src/store/open-store.ts";
import { openPlan } from "../../support/metering/open-plan.ts";
import { outcome, request } from "../../support/metering/requests.ts";
import { seededRandom } from "./random.ts";
import { type Asked, sampleRequests } from "./requests.ts";
import { type SiteChange, siteChanges } from "./site-changes.ts";
import { watchedSite } from "./watched-site.ts";

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
  const site = await watchedSite(store, source, random);
  const { clock } = site;
  const plans = openPlan(1e9);
  const metering = createMetering({ store, clock, plans });
  const accounts = createAccounts({ store, clock, plans, metering });
  const recalls = createRecalls({
    db: store.db,
    clock,
    operation: (path) => source.operations.find((one) => one.path === path),
  });
  const asked = await sampleRequests(source.name, site);
  const truth = new Map<string, string>();

  async function newCaller(): Promise<Caller> {
    const account = await accounts.createAccount({ email: `${randomUUID()}@people.example`, points: 1e9 });
    const { secret } = await accounts.createKey(account.id, { name: "key" });
    return (await accounts.lookUpKey(secret)) as Caller;
  }

  /** Null for a call that failed, which is free. */
  async function call(caller: Caller, { operation, bodies }: Asked, nth: number) {
    clock.ahead += MINUTE_MS;
    const params = bodies[nth % Math.min(REQUESTS, bodies.length)]!;
    const about = { endpoint: operation.path, source: source.name, params };
    const admitted = await metering.admit(request(caller, about));
    if (admitted.kind !== "admitted") throw new Error(admitted.kind);
    const { records, error } = await site.call(caller.account.id, operation, params);
    const body = JSON.stringify(records);
    const answer = { status: 200, headers: {}, body: Buffer.from(body) };
    const settled = error
      ? outcome({ status: 502, cost: 0, results: 0 })
      : outcome({ cost: 10, results: records.length, answer, durable: true });
    await metering.settle(admitted.hold, settled);
    if (error) return null;
    const key = `${operation.path} ${JSON.stringify(params)}`;
    if (!site.state.change) truth.set(key, body);
    return { id: admitted.hold.requestId, isWrong: truth.get(key) !== body };
  }

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
    const during: Array<NonNullable<Awaited<ReturnType<typeof call>>>> = [];
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
    accounts.close();
    await metering.close();
    await site.close();
  }
}
