import { expect, test } from "vitest";
import { InFlight } from "./message-handler.ts";

const here = new AbortController().signal;

test("a call is cancelled by its id while it runs", () => {
  const calls = new InFlight();
  const [first, other] = [calls.begin("a", here), calls.begin("b", here)];
  calls.cancel("a");
  calls.cancel("unknown");
  expect([first.signal.aborted, other.signal.aborted]).toEqual([true, false]);
  other.done();
  calls.cancel("b");
  expect(other.signal.aborted).toBe(false);
});

test("an id reused while its call runs belongs to the later call, even when the first has ended", () => {
  const calls = new InFlight();
  const [first, second] = [calls.begin("a", here), calls.begin("a", here)];
  first.done();
  calls.cancel("a");
  expect([first.signal.aborted, second.signal.aborted]).toEqual([false, true]);
});

test("a client that disconnects ends its call", () => {
  const gone = new AbortController();
  const { signal } = new InFlight().begin("a", gone.signal);
  gone.abort();
  expect(signal.aborted).toBe(true);
});
