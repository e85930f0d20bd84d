import type { Source } from "../../../src/contract/source.ts";
import type { Store } from "../../../src/store/open-store.ts";
import { seededRandom } from "./random.ts";
import { type Asked, sampleRequests } from "./requests.ts";
import { type SiteChange, siteChanges } from "./site-changes.ts";
import { type Outcome, watchedSite } from "./watched-site.ts";

const HOUR_MS = 3_600_000;
const CANARY_MS = 900_000;
const MAX_CALLS = 40;

/** Who calls, and with which requests. */
export const settings = {
  "one request alone": { caller: () => "one", request: () => 0, everyMs: 120_000 },
  "ten requests": { caller: () => "one", request: (nth: number) => nth % 10, everyMs: 60_000 },
  "five accounts": {
    caller: (nth: number) => `account ${nth % 5}`,
    request: (_nth: number, random: () => number) => Math.floor(random() * 30),
    everyMs: 60_000,
  },
} as const;
export type Setting = keyof typeof settings;

export interface TableRow {
  change: string;
  /** Calls until an incident named it, and until a caller was warned or refused; null for never. */
  named: number | null;
  told: number | null;
  /** Wrong records delivered and charged without a warning. */
  wrong: number;
  /** Calls after the site was well until no incident was open; null for more than all requests twice. */
  healed: number | null;
  reason: string;
}

/** All changes at one source, one after the other, on a service that has run for a day. */
export async function tryChanges(
  store: Store,
  source: Source,
  setting: Setting,
  { seed, hours = 24, only }: { seed: number; hours?: number; only?: readonly string[] },
): Promise<TableRow[]> {
  const random = seededRandom(seed);
  const site = await watchedSite(store, source, random);
  const asked = await sampleRequests(source.name, site);
  const operations = new Set([asked.list.operation, asked.detail.operation]);
  const { caller, request, everyMs } = settings[setting];
  const healthy = new Map<string, string>();
  let nth = 0;
  let canariesAt = 0;
  const bodyOf = ({ bodies }: Asked, at: number) => bodies[request(at, random) % bodies.length]!;
  const runCanaries = async () => {
    for (const operation of operations) await site.canary(operation);
    canariesAt = site.clock.now();
  };
  async function call(where: Asked, at: number): Promise<Outcome & { isWrong: boolean }> {
    site.clock.ahead += everyMs;
    // As the service does: more often while an incident is open.
    if (site.clock.now() - canariesAt >= ((await isOpen()) ? CANARY_MS / 10 : CANARY_MS)) await runCanaries();
    const body = bodyOf(where, at);
    const outcome = await site.call(caller(at), where.operation, body);
    const key = `${where.operation.path} ${JSON.stringify(body)}`;
    const got = JSON.stringify(outcome.records);
    if (!site.state.change && !outcome.error) healthy.set(key, got);
    return { ...outcome, isWrong: healthy.get(key) !== got };
  }
  const isOpen = async () => (await site.health.store.openIncidents()).length > 0;

  async function tryChange(change: SiteChange): Promise<TableRow> {
    const where = asked[change.where];
    for (let time = 0; time < Math.min(12, where.bodies.length); time++) await call(where, nth++);
    const row: TableRow = { change: change.name, named: null, told: null, wrong: 0, healed: null, reason: "" };
    site.state.change = change;
    for (let calls = 1; calls <= MAX_CALLS && (row.named === null || row.told === null); calls++) {
      const { records, warnings, error, isWrong } = await call(where, nth++);
      const isTold = error !== null || warnings.length > 0;
      if (isTold) row.told ??= calls;
      else if (isWrong) row.wrong += records.length;
      const [incident] = await site.health.store.openIncidents();
      if (incident) row.named ??= calls;
      row.reason ||= incident?.reason ?? "";
      // Slow pages are no reason to warn, and right records none to alarm.
      if (change.slowerMs !== undefined && row.named !== null) break;
      if (calls >= 12 && row.named !== null && row.wrong === 0) break;
    }
    const isUnchanged = row.named === null && row.told === null && row.wrong === 0;
    // A page alone may lack what is changed.
    if (isUnchanged && setting !== "one request alone") throw new Error(`${change.name} alters no page`);
    if (isUnchanged) row.reason = "the page does not have it";
    site.state.change = null;
    const max = 2 * (setting === "one request alone" ? 1 : where.bodies.length);
    for (let calls = 1; calls <= max && row.healed === null; calls++) {
      await call(where, setting === "one request alone" ? 0 : calls);
      if (!(await isOpen())) row.healed = calls;
    }
    if (row.healed === null) {
      // Failing calls are forgotten after a quarter of an hour.
      site.clock.ahead += HOUR_MS;
      await runCanaries();
      for (let calls = 0; calls < 3; calls++) await call(where, calls);
      for (const { no } of await site.health.store.openIncidents())
        await site.health.store.closeIncident(no, site.clock.now());
      await site.health.refresh();
    }
    site.clock.ahead += HOUR_MS;
    return row;
  }

  try {
    for (let hour = 0; hour < hours; hour++) {
      await runCanaries();
      await call(asked.list, nth++);
      await call(asked.detail, nth++);
      site.clock.ahead += HOUR_MS;
    }
    const rows: TableRow[] = [];
    for (const change of siteChanges) {
      if (change.only !== undefined && change.only !== source.name) continue;
      if (only === undefined || only.includes(change.name)) rows.push(await tryChange(change));
    }
    return rows;
  } finally {
    await site.close();
  }
}
