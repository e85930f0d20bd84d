import { expect, test } from "vitest";
import { SimulatedClock } from "../../clock.ts";
import type { Allowance } from "./adaptive-limit.ts";
import { Governor, type Permit } from "./governor.ts";
import { emptyLeaseTable, renewLease } from "./lease-table.ts";
import { LEASE_MS, type LeaseStore, leasedPermitStore } from "./leased-permit-store.ts";

const ORIGIN = "https://site.example";
const patient = new AbortController().signal;
const answered = { kind: "answered", tookMs: 100 } as const;
/** Renewals are promises: they come through in a turn of the event loop. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Several processes over one book, on one simulated clock; a page takes 100 ms. */
class World {
  readonly clock = new SimulatedClock();
  readonly book;
  readonly allowed: Allowance;
  inFlight = 0;
  most = 0;
  starts: number[] = [];
  renewals = 0;
  isAway = false;
  readonly served: Record<string, number> = {};

  constructor(allowed: Allowance) {
    this.allowed = allowed;
    this.book = emptyLeaseTable(allowed);
  }

  #leases = (name: string): LeaseStore => ({
    renew: async (_origin, request) => {
      this.renewals++;
      if (this.isAway) throw new Error(`${name} cannot reach the database`);
      return renewLease(this.book, request, this.allowed, LEASE_MS, this.clock.now());
    },
  });

  process(name: string): Governor {
    const { clock } = this;
    const store = leasedPermitStore({ leases: this.#leases(name), holder: name, clock, now: () => clock.now() });
    return new Governor(ORIGIN, () => this.allowed, store, clock);
  }

  /** Somebody in a process who always wants another page. */
  caller(governor: Governor, name: string): void {
    void governor.acquire(name, patient).then((permit) => {
      this.begin(permit, name);
      this.clock.after(100, () => {
        this.inFlight--;
        permit.release(answered);
        this.caller(governor, name);
      });
    });
  }

  begin(permit: Permit, name: string): void {
    this.inFlight++;
    this.most = Math.max(this.most, this.inFlight);
    this.starts.push(this.clock.now());
    this.served[name] = (this.served[name] ?? 0) + 1;
    permit.onLost(() => {});
  }

  async pass(ms: number, step = 25): Promise<void> {
    for (let passed = 0; passed < ms; passed += step) {
      this.clock.advance(step);
      await turn();
    }
  }
}

test("processes together have no more in flight than one may, and use all of it", async () => {
  const world = new World({ concurrency: 4, perSecond: null });
  const processes = ["a", "b", "c"].map((name) => world.process(name));
  for (const [at, governor] of processes.entries()) {
    for (let caller = 0; caller < 5; caller++) world.caller(governor, `${at}-${caller}`);
  }
  await world.pass(20_000);
  expect(world.most).toBe(4);
  // Four at once of 100 ms each are 40 a second; a step of the simulation after each page is lost to it.
  expect(world.starts.length).toBeGreaterThan(20 * 40 * 0.7);
});

test("processes together start no more often than one may, in every stretch of time", async () => {
  const world = new World({ concurrency: 4, perSecond: 10 });
  const late = ["a", "b", "c"].map((name) => world.process(name));
  for (const governor of late) {
    for (let caller = 0; caller < 5; caller++) world.caller(governor, `${caller}`);
    await world.pass(5_000);
  }
  const { starts } = world;
  for (let from = 0; from < starts.length; from++) {
    for (let to = from; to < starts.length; to++) {
      const seconds = (starts[to]! - starts[from]!) / 1000;
      expect(to - from + 1).toBeLessThanOrEqual(4 + 10 * seconds + 1e-6);
    }
  }
  expect(starts.length).toBeGreaterThan(15 * 10 * 0.8);
});

test("in the steady state a page needs no statement", async () => {
  const world = new World({ concurrency: 8, perSecond: null });
  const governor = world.process("a");
  for (let caller = 0; caller < 16; caller++) world.caller(governor, `${caller}`);
  await world.pass(10_000);
  expect(world.starts.length).toBeGreaterThan(400);
  expect(world.renewals).toBeLessThanOrEqual(12);
});

test("a process with one caller has its share beside one with a thousand", async () => {
  const world = new World({ concurrency: 4, perSecond: null });
  const crowded = world.process("crowded");
  for (let caller = 0; caller < 1_000; caller++) world.caller(crowded, `crowd ${caller}`);
  await world.pass(3_000);
  world.caller(world.process("quiet"), "one");
  await world.pass(10_000);
  expect(world.served.one).toBeGreaterThan(40);
  expect(world.most).toBe(4);
});

test("what a dead process had is back within its lease", async () => {
  const world = new World({ concurrency: 2, perSecond: null });
  const dying = world.process("dying");
  for (let page = 0; page < 2; page++) void dying.acquire("one", patient);
  await world.pass(100);
  // From here on nothing is heard of it: its permits are never given back, and its lease is never renewed.
  delete world.book.leases.dying;
  world.book.leases.dead = { permits: 2, perSecond: 0, wants: 2, endsAt: world.clock.now() + LEASE_MS, servedAt: 0 };
  const heir = world.process("heir");
  let got = 0;
  void heir.acquire("two", patient).then(() => got++);
  await world.pass(LEASE_MS - 500);
  expect(got).toBe(0);
  await world.pass(1_000);
  expect(got).toBe(1);
});

test("with the database away nothing new starts once the lease has ended, what is in flight is called off, and it goes on after its return", async () => {
  const world = new World({ concurrency: 2, perSecond: null });
  const governor = world.process("a");
  const permit = await governor.acquire("one", patient);
  let lost = false;
  permit.onLost(() => {
    lost = true;
    permit.release({ kind: "failed" });
  });
  world.isAway = true;
  await world.pass(LEASE_MS);
  expect(lost).toBe(true);
  let got = false;
  void governor.acquire("two", patient).then(() => {
    got = true;
  });
  await world.pass(5_000);
  expect(got).toBe(false);
  world.isAway = false;
  await world.pass(500);
  expect(got).toBe(true);
});

test("a share that nobody uses is given back, and one that is closed at once", async () => {
  const world = new World({ concurrency: 2, perSecond: null });
  const [idle, closed] = [world.process("idle"), world.process("closed")];
  (await idle.acquire("one", patient)).release(answered);
  const permit = closed.acquire("one", patient);
  await world.pass(1_500);
  (await permit).release(answered);
  await closed.close();
  expect(world.book.leases.closed).toBeUndefined();
  await world.pass(6_000);
  expect(world.book.leases).toEqual({});
});

test("whoever cannot begin in time, by what a page takes at this site, is told so at once", async () => {
  const world = new World({ concurrency: 1, perSecond: null });
  const governor = world.process("a");
  world.caller(governor, "busy");
  await world.pass(5_000);
  const asked = (ms: number) => {
    const left = new AbortController();
    const begun = governor.acquire("late", left.signal, { deadline: world.clock.now() + ms, hasBegun: false });
    const said = begun.then(
      () => "begins",
      (error: { code?: string }) => error.code ?? "left",
    );
    return Promise.race([said, turn().then(() => "waits")]).finally(() => left.abort());
  };
  expect([await asked(50), await asked(1_000)]).toEqual(["overloaded", "waits"]);
});
