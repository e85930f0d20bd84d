import { expect, test } from "vitest";
import { SimulatedClock } from "../clock.ts";
import { LoadGate } from "./load-gate.ts";

const patient = new AbortController().signal;

function gateWith(mostInFlight: number, mostQueued: number) {
  const clock = new SimulatedClock();
  const gate = new LoadGate(clock, { mostInFlight, mostQueued });
  const enter = (account: string, { seconds = 300, source = "nlretail", signal = patient } = {}) =>
    gate.enter({ account, source, deadline: clock.now() + seconds * 1000, signal });
  return { clock, gate, enter };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test("one account never has every place, however many it asks for", async () => {
  const { gate, enter } = gateWith(8, 100);
  for (let call = 0; call < 50; call++) void enter("many");
  await settle();
  expect(gate.state).toMatchObject({ inFlight: 6, queued: 44 });
  await enter("other", { source: "stays" });
  expect(gate.state.inFlight).toBe(7);
});

test("one source never has every place", async () => {
  const { gate, enter } = gateWith(8, 100);
  for (let call = 0; call < 50; call++) void enter(`caller ${call}`);
  await settle();
  expect(gate.state.inFlight).toBe(6);
  await enter("another", { source: "stays" });
});

test("accounts that wait are served in turn", async () => {
  const { enter } = gateWith(4, 1_000);
  const order: string[] = [];
  const call = (account: string) =>
    enter(account).then(async (leave) => {
      order.push(account);
      await settle();
      leave();
    });
  await Promise.all([...Array.from({ length: 300 }, () => call("many")), call("one"), call("other")]);
  expect(order.indexOf("one")).toBeLessThan(12);
  expect(order.indexOf("other")).toBeLessThan(12);
});

test("a full queue refuses at once, with retry-after; who has little waiting takes the place of who has much", async () => {
  const { gate, enter } = gateWith(2, 10);
  const many = Array.from({ length: 30 }, () =>
    enter("many").then(
      () => "in",
      (error) => error,
    ),
  );
  await settle();
  expect(gate.state.queued).toBe(10);
  expect(() => gate.refuseIfFull("many")).toThrow(expect.objectContaining({ code: "overloaded", status: 503 }));
  expect(() => gate.refuseIfFull("one")).not.toThrow();
  void enter("one");
  await settle();
  expect(gate.state.queued).toBe(10);
  const refused = (await Promise.race([Promise.all(many.slice(11)), settle()])) as unknown[];
  for (const error of refused) expect(error).toMatchObject({ code: "overloaded", headers: { "retry-after": "1" } });
});

test("who could not start before the deadline is refused at once; who waits past it is refused then", async () => {
  const { clock, gate, enter } = gateWith(1, 1_000);
  const leave = await enter("a");
  for (let call = 0; call < 2; call++) void enter("a", { seconds: 1_500 });
  clock.advance(10_000);
  leave();
  // One call in ten seconds: that is how fast it goes here.
  gate.observe(0, 10_000);
  await expect(enter("c", { seconds: 25 })).rejects.toMatchObject({ code: "overloaded" });
  const waits = enter("b", { seconds: 30 }).catch((error) => error);
  expect(gate.state.queued).toBe(2);
  clock.advance(21_000);
  gate.observe(0, 50);
  expect(await waits).toMatchObject({ code: "overloaded" });
});

test("the limit falls while the event loop is late and grows again while it is punctual", async () => {
  const { gate, enter } = gateWith(1_000, 10_000);
  for (let call = 0; call < 500; call++) void enter(`caller ${call % 20}`, { source: `source ${call % 6}` });
  await settle();
  for (let time = 0; time < 10; time++) gate.observe(80, 50);
  const low = gate.state.limit;
  expect(low).toBeLessThan(30);
  for (let time = 0; time < 100; time++) gate.observe(2, 50);
  await settle();
  expect(gate.state.limit).toBeGreaterThan(400);
});

test("who leaves the queue takes nobody's place with him", async () => {
  const { gate, enter } = gateWith(2, 10);
  const leave = await enter("a");
  const impatient = new AbortController();
  const left = enter("a", { signal: impatient.signal });
  impatient.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  leave();
  expect(gate.state).toMatchObject({ inFlight: 0, queued: 0 });
});

test("after an hour with nothing to do a burst is not taken for more than can be done", async () => {
  const { gate, enter } = gateWith(100, 1_000);
  (await enter("a"))();
  for (let time = 0; time < 100; time++) gate.observe(0, 36_000);
  const burst = Array.from({ length: 500 }, (_, at) => enter(`caller ${at}`, { seconds: 20, source: `source ${at}` }));
  let refused = 0;
  for (const call of burst) call.catch(() => refused++);
  await settle();
  expect(refused).toBe(0);
});

test("who was let into the queue before the pace was known is refused once it is, not at the deadline", async () => {
  const { clock, gate, enter } = gateWith(1, 1_000);
  const heard: unknown[] = [];
  // Each ends after a second, when the next begins.
  const call = () =>
    enter("many", { seconds: 60 }).then(
      (leave) => void clock.after(1_000, leave),
      (error: unknown) => void heard.push(error),
    );
  for (let nth = 0; nth < 300; nth++) void call();
  for (let second = 0; second < 5; second++) {
    clock.advance(1_000);
    await settle();
    gate.observe(0, 1_000);
  }
  await settle();
  // One call a second is made; of those who would wait for much longer than two, a few may stay.
  expect(gate.state.queued).toBeLessThanOrEqual(33);
  expect(gate.state.queued).toBeGreaterThan(20);
  expect(heard.length).toBeGreaterThan(260);
  expect(heard[0]).toMatchObject({ code: "overloaded" });
});

test("what one caller sends at once is taken on by a process that is slow, as long as the deadline allows", async () => {
  const { clock, gate, enter } = gateWith(1, 1_000);
  const heard: unknown[] = [];
  const call = (seconds: number) =>
    enter("one", { seconds }).then(
      (leave) => void clock.after(1_000, leave),
      (error: unknown) => void heard.push(error),
    );
  for (let nth = 0; nth < 33; nth++) void call(300);
  for (let second = 0; second < 5; second++) {
    clock.advance(1_000);
    await settle();
    gate.observe(0, 1_000);
    expect(gate.refusalFor("one")).toBeNull();
  }
  expect(heard).toEqual([]);
  await call(20);
  expect(heard).toMatchObject([{ code: "overloaded" }]);
});

test("the limit falls while admissions wait for the ledger, answered or not, and who waits then is told by his deadline", async () => {
  const { clock, gate, enter } = gateWith(1_000, 10_000);
  for (let call = 0; call < 500; call++) void enter(`caller ${call % 20}`, { source: `source ${call % 6}` });
  await settle();
  const look = () => {
    clock.advance(50);
    gate.observe(0, 50);
  };
  const answered = gate.asking();
  for (let time = 0; time < 3; time++) look();
  const first = gate.state.limit;
  for (let time = 0; time < 20; time++) look();
  const low = gate.state.limit;
  expect(low).toBeLessThan(first / 4);
  answered();
  look();
  const quick = gate.asking();
  quick();
  for (let time = 0; time < 100; time++) look();
  expect(gate.state.limit).toBeGreaterThan(400);
});

test("no more wait than start within two seconds; the next is refused before he is read, and other accounts are let in", async () => {
  const { clock, gate, enter } = gateWith(1, 1_000);
  const call = (account: string) =>
    enter(account).then(
      (leave) => void clock.after(20, leave),
      () => {},
    );
  const seconds = async (count: number) => {
    for (let turn = 0; turn < count * 50; turn++) {
      clock.advance(20);
      await settle();
      gate.observe(0, 20);
    }
  };
  for (let nth = 0; nth < 400; nth++) void call("many");
  // Not before it is known how fast it goes: a burst may be over in no time.
  expect(gate.state.queued).toBe(399);
  expect(gate.refusalFor("many")).toBeNull();
  await seconds(1);
  // Who was let in before that was known is not sent away for a trifle: a hundred and fifty were left when it was.
  expect(gate.state.queued).toBeGreaterThan(100);
  expect(gate.state.queued).toBeLessThan(150);
  expect(gate.refusalFor("many")).toMatchObject({ code: "overloaded", headers: { "retry-after": expect.any(String) } });
  expect(() => gate.refuseIfHopeless("many", clock.now() + 300_000)).toThrow(
    expect.objectContaining({ code: "overloaded" }),
  );
  await expect(enter("many")).rejects.toMatchObject({ code: "overloaded" });
  expect(gate.refusalFor("other")).toBeNull();
  await seconds(7);
  expect(gate.state.queued).toBe(0);
  expect(gate.refusalFor("many")).toBeNull();
});

test("who was let by and is still being read counts as waiting, for his own account alone, until he is answered", async () => {
  const { clock, gate, enter } = gateWith(1, 1_000);
  for (let nth = 0; nth < 200; nth++) {
    void enter("many").then(
      (leave) => void clock.after(20, leave),
      () => {},
    );
  }
  for (let turn = 0; turn < 100; turn++) {
    clock.advance(20);
    await settle();
    gate.observe(0, 20);
  }
  // Fifty a second end and less than a hundred wait: there is room for some more.
  expect(gate.refusalFor("many")).toBeNull();
  // Those in the gate were let by as well, and are not counted twice.
  const here = gate.state.queued + gate.state.inFlight;
  const answered = Array.from({ length: here }, () => gate.letBy("many"));
  expect(gate.refusalFor("many")).toBeNull();
  for (let nth = 0; nth < 200; nth++) answered.push(gate.letBy("many"));
  expect(gate.refusalFor("many")).toMatchObject({ code: "overloaded" });
  expect(gate.refusalFor("other")).toBeNull();
  for (const end of answered.slice(here)) end();
  expect(gate.refusalFor("many")).toBeNull();
});

test("where calls take long, others may wait for as long as one takes", async () => {
  const { clock, gate, enter } = gateWith(100, 1_000);
  const places = Math.floor(100 * 0.75);
  const call = () => enter("many", { seconds: 300 }).then((leave) => void clock.after(30_000, leave));
  for (let nth = 0; nth < places; nth++) {
    void call();
    clock.advance(400);
  }
  const heard: unknown[] = [];
  for (let nth = 0; nth < 20; nth++) void call().catch((error: unknown) => heard.push(error));
  for (let tenth = 0; tenth < 50; tenth++) {
    clock.advance(400);
    await settle();
    gate.observe(0, 400);
  }
  expect(heard).toEqual([]);
});

test("a slow first moment does not make a burst look hopeless", async () => {
  const { clock, gate, enter } = gateWith(10, 1_000);
  const heard: unknown[] = [];
  const leaves: Array<() => void> = [];
  for (let nth = 0; nth < 250; nth++) {
    void enter("many", { source: `source ${nth % 3}` }).then(
      (leave) => void leaves.push(leave),
      (error: unknown) => void heard.push(error),
    );
  }
  // One in the first 50 ms, then five in each: a hundred a second, and whoever came last waits for two and a half.
  for (const ended of [1, ...Array.from({ length: 24 }, () => 5)]) {
    clock.advance(50);
    await settle();
    for (const leave of leaves.splice(0, ended)) leave();
    await settle();
    gate.observe(0, 50);
  }
  expect(heard).toEqual([]);
});
