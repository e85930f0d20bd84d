import { randomUUID } from "node:crypto";
import { SimulatedClock } from "../../../src/base/clock.ts";
import { createEngine } from "../../../src/extraction/engine.ts";
import { createHealth } from "../../../src/health/health.ts";
import type { Incident } from "../../../src/health/types.ts";
import { serveStandIns } from "../../../src/stand-ins/serve.ts";
import type { Store } from "../../../src/store/open-store.ts";
import { createShop, type Kind, type OptionalField } from "./shop.ts";

const DAY_MS = 86_400_000;

export interface MonthOptions {
  store: Store;
  seed: number;
  days: number;
  callsPerDay: number;
  unreadableDir: string;
}

export interface MonthReport {
  calls: number;
  /** Incidents while the site was well: each is a false alarm. */
  falseAlarms: Incident[];
  /** Calls until the field that went at the end was named; null where it was not within a hundred. */
  callsUntilNamed: number | null;
  named: OptionalField;
}

/**
 * A month of callers at a site that is well: a few have most of the calls, nights are quiet, one page in a hundred is
 * broken, and for one day somebody asks for antiques, which have hardly any of the usual fields. Then a field goes.
 * Real engine, real HTTP on loopback; only the time that health sees is simulated.
 */
export async function simulateMonth(options: MonthOptions): Promise<MonthReport> {
  const { store, days, callsPerDay, unreadableDir } = options;
  const random = randomOf(options.seed);
  const clock = new SimulatedClock();
  const { source, state } = createShop();
  const [operation] = source.operations;
  const log = { debug() {}, info() {}, warn() {} };
  const served = await serveStandIns([source], {});
  const about = { sources: [source], log, isStandIn: () => true, originOf: () => served.originOf(source.name) };
  const health = createHealth({ ...about, clock, db: store.db });
  // The engine has the time of the machine: its requests take some, and the month must not pass while one is out.
  const engine = createEngine({ ...about, ...health, unreadableDir });
  await health.start(engine);
  state.isBroken = () => random() < 0.01;

  async function call(caller: string, kind: Kind): Promise<void> {
    const keyword = `${kind} ${Math.floor(random() * 2_000)}`;
    const run = { source, operation, caller, requestId: randomUUID(), disconnect: new AbortController().signal };
    await Array.fromAsync(engine.extract({ ...run, request: { keyword, count: 20, timeout: 60 } })).catch(() => {});
  }

  const start = clock.now();
  const oddDay = Math.floor(days / 2);
  let calls = 0;
  try {
    for (let day = 0; day < days; day++) {
      for (let nth = 0; nth < callsPerDay; nth++) {
        clock.set(start + Math.round((day + timeOfDay(nth / callsPerDay)) * DAY_MS));
        const isOdd = day === oddDay && random() < 0.7;
        if (isOdd) await call("odd", "antiques");
        else await call(`caller ${Math.floor(random() ** 3 * 12)}`, random() < 0.8 ? "lamps" : "books");
        calls++;
        if (nth % 5 === 0) await health.settled();
      }
      await health.canary(source, operation);
    }
    await health.settled();
    const falseAlarms = await health.store.incidents(0);

    const named: OptionalField = "brand";
    state.lost = named;
    let callsUntilNamed: number | null = null;
    for (let nth = 1; nth <= 100 && callsUntilNamed === null; nth++) {
      clock.set(clock.now() + 30_000);
      await call(`caller ${nth % 5}`, "lamps");
      await health.settled();
      const open = await health.store.openIncidents();
      if (open.some(({ field }) => field === named)) callsUntilNamed = nth;
    }
    return { calls, falseAlarms, callsUntilNamed, named };
  } finally {
    await health.close();
    await engine.close();
    await served.close();
  }
}

/** Most calls are made between eight and eight. */
const timeOfDay = (share: number): number => share + Math.sin((share + 0.5) * 2 * Math.PI) / 10;

/** Mulberry32: the same seed, the same month. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
