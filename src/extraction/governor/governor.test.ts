import { expect, test } from "vitest";
import { SimulatedClock } from "../../clock.ts";
import { Governor, type Turn } from "./governor.ts";
import type { Allowance } from "./manners.ts";
import { ownTurnBook } from "./turn-book.ts";

const answered = { kind: "answered", tookMs: 1 } as const;
const patient = new AbortController().signal;

function governorFor(allowed: Allowance) {
  const clock = new SimulatedClock();
  return {
    clock,
    governor: new Governor(
      "https://site.example",
      () => allowed,
      ownTurnBook(() => clock.now()),
      clock,
    ),
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test("one caller's thousand pages do not starve another's one", async () => {
  const { governor } = governorFor({ concurrency: 1, perSecond: null });
  const order: string[] = [];
  const ask = (caller: string) =>
    governor.turn(caller, patient).then(async (turn) => {
      order.push(caller);
      await settle();
      turn.over(answered);
    });
  const many = Array.from({ length: 1_000 }, () => ask("many"));
  await Promise.all([...many, ask("one"), ask("other")]);
  expect(order.indexOf("one")).toBeLessThanOrEqual(3);
  expect(order.indexOf("other")).toBeLessThanOrEqual(3);
  expect(order).toHaveLength(1_002);
});

test("never more under way than there are places", async () => {
  const { governor } = governorFor({ concurrency: 3, perSecond: null });
  let under = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const turn = await governor.turn(`caller ${index % 5}`, patient);
      most = Math.max(most, ++under);
      await settle();
      under--;
      turn.over(answered);
    }),
  );
  expect(most).toBe(3);
});

test("starts wait for the rate by the clock", async () => {
  const { governor, clock } = governorFor({ concurrency: 2, perSecond: 2 });
  const turns: Turn[] = [];
  for (let page = 0; page < 4; page++) void governor.turn("one", patient).then((turn) => turns.push(turn));
  await settle();
  expect(turns).toHaveLength(2);
  for (const turn of turns) turn.over(answered);
  await settle();
  expect(turns).toHaveLength(2);
  clock.advance(500);
  await settle();
  expect(turns).toHaveLength(3);
  clock.advance(500);
  await settle();
  expect(turns).toHaveLength(4);
});

test("who stops waiting leaves the queue, and takes nobody's place with him", async () => {
  const { governor } = governorFor({ concurrency: 1, perSecond: null });
  const first = await governor.turn("one", patient);
  const impatient = new AbortController();
  const left = governor.turn("one", impatient.signal);
  const next = governor.turn("two", patient);
  impatient.abort(new Error("deadline"));
  await expect(left).rejects.toThrow("deadline");
  first.over(answered);
  (await next).over(answered);
  (await governor.turn("one", patient)).over(answered);
});

test("with its book away nobody is let in", async () => {
  const clock = new SimulatedClock();
  const away = { take: () => Promise.reject(new Error("store is away")), give: () => {} };
  const governor = new Governor("https://site.example", () => ({ concurrency: 9, perSecond: null }), away, clock);
  await expect(governor.turn("one", patient)).rejects.toThrow("store is away");
});
