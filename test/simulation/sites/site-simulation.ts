import { type Clock, SimulatedClock } from "../../../src/base/clock.ts";
import { Governor } from "../../../src/extraction/governor/governor.ts";
import { askSite, newSite } from "../../../src/extraction/governor/site-limit.ts";
import type { SiteLimits } from "../../../src/extraction/governor/site-store.ts";
import { seeded } from "../../../src/source-kit/stand-in/seeded.ts";
import { type Figures, siteFigures } from "./site-figures.ts";

export type Arrivals = "evenly" | "bursts" | "one process";
export type Fault = "none" | "kill two" | "pause one" | "store away";

export interface SimulationPlan {
  processes: number;
  concurrency: number;
  perSecond: number;
  arrivals: Arrivals;
  fault?: Fault;
  seconds: number;
  seed: string;
}

/** More calls than the site accepts, so that some always wait. */
const OFFERED = 1.25;
const BURST_EVERY_MS = 5_000;
const FAULT_AT_MS = 20_000;
const FAULT_MS = 8_000;

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Many processes at one site, each with its own clock (up to an hour off), late timers, and a store some milliseconds away.
 * The store and the governors are real; time is simulated.
 */
export async function simulateSite(plan: SimulationPlan): Promise<Figures> {
  const { processes: count, concurrency, perSecond, seconds, fault = "none" } = plan;
  const draws = seeded(plan.seed);
  const random = () => draws.next();
  const clock = new SimulatedClock();
  const beganAt = clock.now();
  const allowed = { concurrency, perSecond };
  const site = newSite(allowed);
  const tookMs = (0.3 * concurrency * 1000) / perSecond;
  const arrived: number[] = [];
  const calls: Array<{ process: number; at: number; startedAt: number | null }> = [];
  let inFlight = 0;
  let maxInFlight = 0;
  let asks = 0;
  let isStoreUnavailable = false;

  const processes = Array.from({ length: count }, (_, no) => {
    const state = { isDead: false, pausedUntil: 0 };
    const offset = (random() - 0.5) * 7_200_000;
    // A busy, paused or dead process runs its timers late or never.
    const own: Clock = {
      now: () => clock.now() + offset,
      after(ms, then) {
        let callOff = () => {};
        const run = () => {
          if (state.isDead) return;
          if (clock.now() < state.pausedUntil) callOff = clock.after(state.pausedUntil - clock.now(), run);
          else then();
        };
        callOff = clock.after(ms + random() ** 8 * 60, run);
        return () => callOff();
      },
    };
    const wait = (ms: number) => new Promise<void>((resolve) => own.after(ms, resolve));
    const store: SiteLimits = {
      isShared: true,
      now: own.now,
      async ask(_origin, ask) {
        asks++;
        await wait(random() * 8);
        if (isStoreUnavailable) throw new Error("the store is away");
        const reply = askSite(site, `p${no}`, ask, clock.now());
        await wait(random() * 8);
        return reply;
      },
    };
    return { state, own, governor: new Governor("https://site.example", () => allowed, store, own) };
  });

  function call(no: number): void {
    if (processes[no]!.state.isDead) {
      call((no + 1) % count);
      return;
    }
    const { governor, state, own } = processes[no]!;
    const one = { process: no, at: clock.now(), startedAt: null as number | null };
    calls.push(one);
    void governor.acquire("account", new AbortController().signal).then((permit) => {
      if (state.isDead) return;
      one.startedAt = clock.now();
      maxInFlight = Math.max(maxInFlight, ++inFlight);
      let isAnswered = false;
      const answered = () => {
        if (isAnswered) return;
        isAnswered = true;
        inFlight--;
      };
      permit.onLost(() => {
        answered();
        permit.release({ kind: "failed" });
      });
      clock.after(random() * 20, () => arrived.push(clock.now()));
      const lasts = tookMs * (0.5 + random());
      // The site responds even if the process is paused or dead.
      clock.after(lasts, answered);
      own.after(lasts, () => permit.release({ kind: "answered", tookMs: lasts }));
    });
  }

  planArrivals(plan, clock, random, call);
  planFault();
  const end = beganAt + seconds * 1000;
  while (clock.now() < end) {
    clock.advance(Math.min(clock.untilNext() ?? 1, end - clock.now()));
    await settle();
  }
  return siteFigures({ ...plan, arrived, calls, maxInFlight, asks, beganAt, endedAt: end });

  function planFault(): void {
    clock.after(FAULT_AT_MS, () => {
      if (fault === "kill two") for (const { state } of processes.slice(0, 2)) state.isDead = true;
      if (fault === "pause one") processes[0]!.state.pausedUntil = clock.now() + FAULT_MS;
      if (fault !== "store away") return;
      isStoreUnavailable = true;
      clock.after(FAULT_MS, () => {
        isStoreUnavailable = false;
      });
    });
  }
}

function planArrivals(plan: SimulationPlan, clock: Clock, random: () => number, call: (no: number) => void): void {
  const { processes, perSecond, arrivals } = plan;
  const everyMs = 1000 / (perSecond * OFFERED);
  const to = (no: number) => call(arrivals === "one process" ? 0 : no % processes);
  // Calls that wait from the start.
  const perBurst = arrivals === "bursts" ? Math.ceil(BURST_EVERY_MS / everyMs) : 1;
  for (let no = 0; no < Math.max(perBurst, processes) * 2; no++) to(no);
  const next = (no: number): void =>
    void clock.after(perBurst * everyMs * (0.75 + random() * 0.5), () => {
      for (let at = no; at < no + perBurst; at++) to(at);
      next(no + perBurst);
    });
  next(0);
}
