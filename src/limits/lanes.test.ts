import { beforeEach, expect, test } from "vitest";
import { SimulatedClock } from "../base/clock.ts";
import { Lanes } from "./lanes.ts";

let clock: SimulatedClock;
let lanes: Lanes;
beforeEach(() => {
  clock = new SimulatedClock();
  lanes = new Lanes(clock, 4, { ofAnAccount: 2, ofAnother: 4 });
});

/** Takes a slot as a pump would; null if the account gets none. */
function start(account: string) {
  const wanted = lanes
    .wanted()
    .find(({ accounts, only }) => !accounts.includes(account) && (only === null || only.includes(account)));
  return wanted ? lanes.enter(wanted.lane, account, "x") : null;
}

test("work that hangs leaves its slot to others, and its account's work starts among others that hang", () => {
  const [one, two] = [start("a")!, start("a")!];
  expect([start("b"), start("c"), start("d")].map((slot) => slot !== null)).toEqual([true, true, false]);
  one.hangs();
  two.hangs();
  expect([start("a"), start("d"), start("e"), start("f")].map((slot) => slot !== null)).toEqual([
    false,
    true,
    true,
    false,
  ]);
  one.leave();
  one.leave();
  expect([start("a"), start("f")].map((slot) => slot !== null)).toEqual([true, false]);
});

test("however many accounts hang, one that does not gets a slot at once, if what cannot move to the slow lane ends", () => {
  for (let account = 0; account < 100; account += 1) {
    const slot = start(`hostile ${account}`)!;
    if (!slot.hangs()) slot.leave();
  }
  expect(start("honest")).not.toBeNull();
  for (let more = 0; more < 100; more += 1) expect(start(`hostile ${more}`)).toBeNull();
  expect(start("honest")).not.toBeNull();
});

test("an account whose work hangs has its share among those that hang, and no more", () => {
  start("a")!.hangs();
  expect(start("a")).not.toBeNull();
  expect(start("a")).toBeNull();
  expect(lanes.inUse("a")).toBe(2);
});

test("an account is among others again a minute after its work last hung", () => {
  const slot = start("a")!;
  slot.hangs();
  clock.advance(30_000);
  slot.hangs();
  slot.leave();
  expect(lanes.inUse("a")).toBe(0);
  clock.advance(59_999);
  expect(lanes.wanted().map(({ only }) => only)).toEqual([null, ["a"]]);
  clock.advance(1);
  expect(lanes.wanted()).toMatchObject([{ only: null, accounts: [] }]);
});

test("work that hangs keeps its slot if the slow lane is full: the total is bounded", () => {
  const slots = Array.from({ length: 50 }, (_, account) => start(`${account}`));
  for (const slot of slots) slot?.hangs();
  const more = Array.from({ length: 50 }, (_, account) => start(`more ${account}`));
  for (const slot of more) slot?.hangs();
  const inUse = [...slots, ...more].filter((slot) => slot !== null).length;
  expect(inUse).toBe(8);
  expect(start("honest")).toBeNull();
});
