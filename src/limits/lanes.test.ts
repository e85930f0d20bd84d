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
  const { max, full } = lanes.room("x");
  return max > 0 && !full.includes(account) ? lanes.enter(account, "x") : null;
}

test("work that hangs leaves its slot to others, and its account's work starts among others that hang", () => {
  const [one, two] = [start("a")!, start("a")!];
  const others = [start("b"), start("c"), start("d")];
  expect(others.map((slot) => slot !== null)).toEqual([true, true, false]);
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
  // Whose work it is shows only once it is taken, so none is taken while no slot is free.
  expect([start("a"), start("f")]).toEqual([null, null]);
  others[0]!.leave();
  expect([start("a"), start("f")].map((slot) => slot !== null)).toEqual([true, true]);
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
  expect(lanes.inUseOf("x")).toBe(2);
});

test("an account is among others again a minute after its work last hung", () => {
  const slot = start("a")!;
  slot.hangs();
  clock.advance(30_000);
  slot.hangs();
  slot.leave();
  expect(lanes.inUseOf("x")).toBe(0);
  clock.advance(59_999);
  const fill = () => Array.from({ length: 4 }, (_, nth) => lanes.enter("a", `${nth}`));
  const slow = fill();
  expect(lanes.room("x")).toMatchObject({ max: 2, full: ["a"] });
  for (const one of slow) one.leave();
  clock.advance(1);
  fill();
  expect(lanes.room("x").max).toBe(0);
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
