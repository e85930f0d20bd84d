import type { Store } from "../../../src/store/open-store.ts";
import { type SiteChange, seenIn } from "./changes.ts";
import { randomOf } from "./random.ts";
import type { RecordedSource } from "./recorded-runs.ts";
import { type Outcome, openReplay } from "./replayed-calls.ts";

const USUAL_CALLS = 60;
const MOST_CALLS = 50;
const BETWEEN_CALLS_MS = 30_000;

/** Who calls, and with which requests. */
export const populations = {
  "one account, ten requests": { caller: () => "one", request: (nth: number) => nth % 10 },
  "five accounts": {
    caller: (nth: number) => `account ${nth % 5}`,
    request: (_nth: number, random: () => number) => Math.floor(random() * 60),
  },
} as const;
export type Population = keyof typeof populations;

export interface TableRow {
  source: string;
  change: string;
  population: Population;
  falseAlarms: number;
  /** Runs until an incident opened; null for never. */
  namedAfter: number | null;
  reason: string;
  /** What callers got before and after the incident opened. */
  before: string;
  after: string;
}

/** Tries one change at one source, with nothing learned before: normal calls, then the change, until an incident names it. */
export async function tryChange(
  store: Store,
  recorded: RecordedSource,
  change: SiteChange,
  population: Population,
  seed: number,
): Promise<TableRow> {
  for (const table of ["incident_evidence", "incidents", "health_baselines", "health_structures"] as const) {
    await store.db.deleteFrom(table).execute();
  }
  const random = randomOf(seed);
  const { caller, request } = populations[population];
  const seen = seenIn(change, recorded);
  const [canary] = seen.canaries.length > 0 ? seen.canaries : seen.runs;
  const replay = await openReplay(store, seen, () => canary!, random);
  try {
    const call = (nth: number) => {
      replay.clock.advance(BETWEEN_CALLS_MS);
      return replay.call(caller(nth), seen.runs[request(nth, random) % seen.runs.length]!);
    };
    for (let nth = 0; nth < USUAL_CALLS; nth++) await call(nth);
    const falseAlarms = (await replay.health.store.openIncidents()).length;
    replay.state.change = change;
    let [namedAfter, before, after, reason] = [null as number | null, "", "", ""];
    for (let nth = 1; nth <= MOST_CALLS && namedAfter === null; nth++) {
      before = gotten(await call(USUAL_CALLS + nth));
      const [incident] = await replay.health.store.openIncidents();
      if (incident) [namedAfter, reason] = [nth, incident.reason];
    }
    if (namedAfter !== null) after = gotten(await call(0));
    return { source: recorded.name, change: change.name, population, falseAlarms, namedAfter, reason, before, after };
  } finally {
    await replay.health.close();
  }
}

const gotten = ({ records, warnings, error }: Outcome): string => {
  if (error) return `${error.status} ${error.code}, free`;
  return [`200, ${records} records`, ...warnings].join(", ");
};
