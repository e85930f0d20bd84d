import { expect, test } from "vitest";
import { SimulatedClock } from "../../base/clock.ts";
import { Governor } from "./governor.ts";
import { askSite, newSite, type SiteAsk, siteRules } from "./site-limit.ts";
import type { SiteLimits } from "./site-store.ts";

const patient = new AbortController().signal;
const answered = { kind: "answered", tookMs: 1 } as const;
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A process whose store can be taken offline; its calls are recorded. */
function sharing(allowed = { concurrency: 2, perSecond: 1 as number | null }) {
  const clock = new SimulatedClock();
  const site = newSite(allowed);
  const world = { isAway: false, requested: [] as SiteAsk[], stalls: 0, granted: [] as number[] };
  const process = (name: string) => {
    const store: SiteLimits = {
      isShared: true,
      now: () => clock.now(),
      async ask(_origin, ask) {
        world.requested.push(ask);
        if (world.isAway) throw new Error("away");
        return askSite(site, name, ask, clock.now());
      },
    };
    return new Governor("https://site.example", () => allowed, store, clock, {
      granted: (waitedMs) => void world.granted.push(waitedMs),
      stalled: () => void world.stalls++,
    });
  };
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 25) {
      await settle();
      clock.advance(25);
    }
    await settle();
  };
  return { clock, site, world, process, pass };
}

test("a process that cannot renew its lease aborts its requests before others get the permits", async () => {
  const { world, process, pass, clock } = sharing();
  const governor = process("a");
  const permit = await governor.acquire("one", patient);
  const beganAt = clock.now();
  let lostAfter = 0;
  permit.onLost(() => {
    lostAfter = clock.now() - beganAt;
    permit.release({ kind: "failed" });
  });
  await pass(3_000);
  expect(lostAfter).toBe(0);
  world.isAway = true;
  await pass(6_000);
  expect(lostAfter).toBeGreaterThan(3_000);
  expect(lostAfter).toBeLessThan(3_000 + siteRules.leaseMs);
});

test("a process that was paused does not use the starts it missed", async () => {
  const { clock, process, site } = sharing({ concurrency: 40, perSecond: 100 });
  const governor = process("a");
  let began = 0;
  for (let call = 0; call < 20; call++) {
    void governor.acquire("one", patient).then((permit) => {
      began++;
      permit.release(answered);
    });
  }
  await settle();
  expect([began, site.limit.tat > clock.now()]).toEqual([1, true]);
  // Paused for a minute: no timer ran meanwhile.
  clock.set(clock.now() + 60_000);
  clock.advance(0);
  await settle();
  expect(began).toBeLessThanOrEqual(2);
});

test("a process that was paused loses only the delay, and its starts keep their distance, if no other process waits", async () => {
  const { clock, process, pass } = sharing({ concurrency: 40, perSecond: 10 });
  const governor = process("a");
  const beganAt: number[] = [];
  const first = clock.now();
  for (let call = 0; call < 5; call++) {
    void governor.acquire("one", patient).then((permit) => {
      beganAt.push(clock.now() - first);
      permit.release(answered);
    });
  }
  await settle();
  // Paused: no timer ran meanwhile.
  clock.set(first + 225);
  await pass(400);
  expect(beganAt).toEqual([0, 250, 350, 450, 550]);
});

test("nothing starts while the store is down; afterwards waiting calls start, and outcomes are reported", async () => {
  const { world, process, pass, site } = sharing();
  const governor = process("a");
  const first = await governor.acquire("one", patient);
  world.isAway = true;
  first.release({ kind: "throttled", retryAfterMs: 0 });
  let began = false;
  void governor.acquire("one", patient).then(() => {
    began = true;
  });
  await pass(9_000);
  expect([began, world.stalls, governor.state.stalled]).toEqual([false, 0, false]);
  await pass(2_000);
  expect([began, world.stalls, governor.state.stalled]).toEqual([false, 1, true]);
  world.isAway = false;
  await pass(1_000);
  expect([began, governor.state.stalled, world.stalls]).toEqual([true, false, 1]);
  expect([site.limit.pace, world.requested.at(-1)!.outcomes]).toEqual([0.5, [{ kind: "throttled", retryAfterMs: 0 }]]);
});

test("starts of callers that left return to the store, and another process uses them", async () => {
  const { process, clock, site, pass } = sharing({ concurrency: 40, perSecond: 10 });
  const governor = process("a");
  const leaving = new AbortController();
  const permit = await governor.acquire("one", patient);
  const left = [1, 2, 3].map(() => governor.acquire("one", leaving.signal).catch(() => "left"));
  await settle();
  expect(site.limit.tat).toBeGreaterThan(clock.now() + 200);
  leaving.abort();
  expect(await Promise.all(left)).toEqual(["left", "left", "left"]);
  await pass(50);
  expect(site.limit.tat).toBeLessThan(clock.now() + 200);
  permit.release(answered);
});

test("a pause reported by one process delays the starts of another at its next call", async () => {
  const { process, pass, world } = sharing({ concurrency: 2, perSecond: 1 });
  const [a, b] = [process("a"), process("b")];
  const permit = await a.acquire("one", patient);
  permit.release({ kind: "throttled", retryAfterMs: 5_000 });
  await settle();
  let began = false;
  const waits = b.acquire("one", patient).then(() => {
    began = true;
  });
  await pass(4_900);
  expect(began).toBe(false);
  await pass(500);
  await waits;
  expect(world.granted).toHaveLength(2);
});

test("closing returns everything", async () => {
  const { process, site } = sharing();
  const governor = process("a");
  await governor.acquire("one", patient);
  expect(site.leases.get("a")?.inFlight).toBe(1);
  await governor.close();
  expect(site.leases.size).toBe(0);
});
