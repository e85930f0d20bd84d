import { afterAll, beforeAll, expect, test } from "vitest";
import { SimulatedClock } from "../src/base/clock.ts";
import { startTestService, type TestService } from "./support/service.ts";
import { sourcesFolder, toySource } from "./support/toy-folder.ts";

/** A source of somebody else: what its reader does depends on the shelf. */
const reader = `const read = (answer) => {
  if (answer.url.includes("/shelf/endless")) for (;;);
  if (answer.url.includes("/shelf/long")) for (let left = 3e8; left > 0; left--);`;

const clock = new SimulatedClock();
let service: TestService;
beforeAll(async () => {
  const toy = toySource("toy").replace("const read = (answer) => {", reader);
  service = await startTestService({ clock, sourcesFolder: await sourcesFolder({ toy }) });
});
afterAll(() => service.close());

const call = (key: string, shelf: string, timeout = 60) =>
  service.post("/api/toy/things", { shelf, count: 20, timeout }, { key });

/** On a busy machine a call may be admitted, and its deadline set, only after those that were sent later have ended. */
async function untilTooLate<T>(calls: Promise<T>): Promise<T> {
  let isOver = false;
  void calls.finally(() => {
    isOver = true;
  });
  await expect
    .poll(() => {
      clock.advance(20_000);
      return isOver;
    })
    .toBe(true);
  return calls;
}

test("a reader that never ends is a free 408 for its caller; everybody else is served before that", async () => {
  const [own, other] = [await service.createKey(), await service.createKey()];
  const endless = call(own, "endless", 20);
  const others = await Promise.all(Array.from({ length: 10 }, () => call(other, "top")));
  const health = await service.get("/health");
  expect([health, ...others].map(({ statusCode }) => statusCode)).toEqual(Array(11).fill(200));
  expect(others.map((answer) => answer.json().length)).toEqual(Array(10).fill(20));
  const { statusCode, headers } = await untilTooLate(endless);
  expect([statusCode, headers["x-credits-charged"] ?? "0"]).toEqual([408, "0"]);
});

test("a reader that takes long returns its records, and so do the calls beside it", async () => {
  const key = await service.createKey();
  const answers = await Promise.all(["long", "top", "long", "top", "top"].map((shelf) => call(key, shelf)));
  expect(answers.map((answer) => [answer.statusCode, answer.json().length])).toEqual(Array(5).fill([200, 20]));
});

test("more endless readers than threads do not stop the others", async () => {
  const [own, other] = [await service.createKey(), await service.createKey()];
  const endless = Array.from({ length: 6 }, () => call(own, "endless", 20));
  const others = await Promise.all(Array.from({ length: 5 }, () => call(other, "top")));
  expect(others.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200));
  const answers = await untilTooLate(Promise.all(endless));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toEqual([]);
  expect(answers.map(({ headers }) => headers["x-credits-charged"] ?? "0")).toEqual(Array(6).fill("0"));
});
