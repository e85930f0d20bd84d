import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { AskAgain, Blocked, Unreadable } from "../contract/errors.ts";
import { Page } from "../contract/page.ts";
import type { Answer, Site } from "../contract/site.ts";
import type { Source } from "../contract/source.ts";
import type { StandInCall, StandInReply } from "../contract/stand-in.ts";
import { type AcceleratedClock, acceleratedClock } from "../source-testing/accelerated-clock.ts";
import { type StandInBench, standInFor } from "../source-testing/stand-in-for.ts";
import { toyPage, toySource } from "../source-testing/toy-source.ts";

let bench: StandInBench;
let clock: AcceleratedClock;
afterEach(() => bench.close());

async function toy(changes: Parameters<typeof toySource>[0] = {}, speed = 20) {
  const source = toySource(changes);
  clock = acceleratedClock(speed);
  bench = await standInFor(source, { clock });
  return source.operations[0];
}

/** A toy whose operation reads one page with the test's own reader. */
async function toyReading(reader: (answer: Answer, nth: number) => unknown, changes: Partial<Source> = {}) {
  let nth = 0;
  const source = toySource(changes);
  source.operations[0] = {
    ...source.operations[0],
    async *run(_request: unknown, site: Site) {
      yield Page.of(
        [await site.read({ path: "/rows?page=1" }, (answer) => reader(answer, ++nth))],
        (row: unknown) => row as never,
      );
    },
  };
  bench = await standInFor(source, { clock: acceleratedClock(50) });
  return source.operations[0];
}

const failing = (times: number, how: StandInReply) => {
  let failed = 0;
  return (call: StandInCall) => (failed++ < times ? how : toyPage(call));
};

describe("each failure has its policy", () => {
  test("an oddity is retried three times; then its underlying error is thrown", async () => {
    const odd = await toyReading(() => {
      throw new AskAgain("a shell", new Blocked("shell"));
    });
    await expect(bench.run(odd, { count: 1 })).rejects.toMatchObject({ code: "blocked", name: "Blocked" });
    expect(bench.calls).toHaveLength(4);
  });

  test("a temporary oddity is forgotten", async () => {
    const odd = await toyReading((_answer, nth) => {
      if (nth < 3) throw new AskAgain("a shell", new Unreadable("shell"));
      return { fine: true };
    });
    expect(await bench.run(odd, { count: 1 })).toEqual([{ fine: true }]);
  });

  test("an unreadable response is not retried", async () => {
    const unreadable = await toyReading(() => {
      throw new Unreadable("new form");
    });
    await expect(bench.run(unreadable, { count: 1 })).rejects.toMatchObject({ code: "unreadable", status: 500 });
    expect(bench.calls).toHaveLength(1);
  });

  test("429 is waited out for as long as the site requests", async () => {
    const rows = await toy({ answer: failing(1, { status: 429, headers: { "retry-after": "5" }, body: "" }) });
    const started = clock.now();
    expect(await bench.run(rows, { count: 20 })).toHaveLength(20);
    expect(clock.now() - started).toBeGreaterThanOrEqual(5_000);
  });

  test("a wait beyond the deadline is not started", async () => {
    const rows = await toy({ answer: failing(9, { status: 429, headers: { "retry-after": "600" }, body: "" }) });
    const refused = {
      status: 412,
      code: "asked_to_wait",
      headers: { "retry-after": expect.stringMatching(/^(600|59\d)$/) },
    };
    await expect(bench.run(rows, { count: 20, timeout: 20 })).rejects.toMatchObject(refused);
    expect(bench.calls).toHaveLength(1);
    // The next caller is notified without waiting for its timeout.
    const before = clock.now();
    await expect(bench.run(rows, { count: 20, timeout: 500 })).rejects.toMatchObject({
      ...refused,
      detail: expect.stringMatching(/^The source asks to wait: try again in \d+ s, from 20.*Z on\.$/),
    });
    expect(bench.calls).toHaveLength(1);
    expect(clock.now() - before).toBeLessThan(20_000);
  });

  test("a pause within the caller's deadline is waited out", async () => {
    const rows = await toy({ answer: failing(1, { status: 429, headers: { "retry-after": "30" }, body: "" }) }, 200);
    const first = bench.run(rows, { count: 20, timeout: 20 }).catch((error: unknown) => error);
    expect(await first).toMatchObject({ code: "asked_to_wait" });
    expect(await bench.run(rows, { count: 20, timeout: 60 })).toHaveLength(20);
  });

  test.each([202, 403, 429, 503])("%i with a wall's words is a block, not a failure or a page", async (status) => {
    const rows = await toy({ answer: () => ({ status, body: "<html>Please solve this captcha</html>" }) });
    await expect(bench.run(rows, { count: 20 })).rejects.toMatchObject({
      code: "blocked",
      detail: "The source blocked the request.",
    });
    expect(bench.calls).toHaveLength(1);
  });

  test("a 200 with the same words is a page", async () => {
    const reading = await toyReading((answer) => ({ page: answer.text() }), {
      standIn: async () => ({
        answer: () => ({ status: 200, body: "A book about the captcha: access denied" }),
        challenge: () => ({ status: 403, body: "" }),
      }),
    });
    expect(await bench.run(reading, { count: 1 })).toEqual([{ page: "A book about the captcha: access denied" }]);
  });
});

test("an origin that keeps failing gets no requests, and is probed after a rest", async () => {
  let broken = true;
  const source = toySource({ answer: (call) => (broken ? { status: 500, body: "" } : toyPage(call)) });
  clock = acceleratedClock(50);
  bench = await standInFor(source, { clock });
  const [rows] = source.operations;
  for (let run = 0; run < 12; run++) {
    const keyword = `no ${run}`;
    await expect(bench.run(rows, { count: 20, keyword })).rejects.toMatchObject({ code: "not_responding" });
  }
  expect(bench.engine.health()).toMatchObject([{ source: "toy", state: "down", breakerOpen: true }]);
  const before = bench.calls.length;
  expect(before).toBeLessThan(12 * 4);
  await expect(bench.run(rows, { count: 20 })).rejects.toMatchObject({
    code: "not_responding",
    detail: expect.stringContaining("try again in"),
    headers: { "retry-after": expect.stringMatching(/^[1-5]$/) },
  });
  expect(bench.calls).toHaveLength(before);
  broken = false;
  await new Promise<void>((resolve) => clock.after(6_000, resolve));
  expect(await bench.run(rows, { count: 20 })).toHaveLength(20);
  expect(bench.engine.health()).toMatchObject([{ breakerOpen: false }]);
});

test("a request that cannot get its permit in time is 408, and reports it", async () => {
  const rows = await toy({
    politeness: { concurrency: 1, perSecond: 1 },
    answer: () => new Promise(() => {}),
  });
  const first = bench.run(rows, { count: 20, timeout: 20 }).catch((error: unknown) => error);
  const second = bench.run(rows, { count: 20, timeout: 10 });
  await expect(second).rejects.toMatchObject({
    code: "queue_timeout",
    status: 408,
    detail: expect.stringMatching(/waited in the queue for the source until its timeout of 10 s.* 0 records/),
  });
  expect(await first).toMatchObject({ code: "deadline" });
});

test("a run that times out without requesting anything was not waiting in the queue", async () => {
  const source = toySource();
  source.operations[0] = {
    ...source.operations[0],
    async *run() {
      await new Promise(() => {});
    },
  };
  bench = await standInFor(source, { clock: acceleratedClock(50) });
  await expect(bench.run(source.operations[0], { count: 1, timeout: 10 })).rejects.toMatchObject({ code: "deadline" });
});

test("an unreadable response is kept in full, without headers or secrets of the address", async () => {
  const source = toySource({
    answer: () => ({ status: 200, headers: { "set-cookie": "sid=very-secret" }, body: "<html>unknown</html>" }),
  });
  const [rows] = source.operations;
  bench = await standInFor(source);
  await expect(bench.run(rows, { count: 1 })).rejects.toMatchObject({ code: "unreadable" });
  await bench.engine.close();
  const files = readdirSync(bench.unreadableDir).sort();
  expect(files.map((file) => file.split(".").at(-1))).toEqual(["body", "json"]);
  expect(readFileSync(join(bench.unreadableDir, files[0]!), "utf8")).toBe("<html>unknown</html>");
  const about = readFileSync(join(bench.unreadableDir, files[1]!), "utf8");
  expect(JSON.parse(about)).toMatchObject({ source: "toy", operation: "/api/toy/rows", status: 200 });
  expect(about).not.toContain("very-secret");
});

test("a page whose records lack fields that a healthy page fills is unreadable", async () => {
  const renamed = (call: StandInCall) => {
    const page = toyPage(call);
    return { ...page, body: String(page.body).replaceAll('"name"', '"naam"') };
  };
  const rows = await toy({ answer: renamed });
  await expect(bench.run(rows, { count: 20 })).rejects.toMatchObject({
    code: "unreadable",
    message: expect.stringContaining('"name" is missing in 20 of 20'),
  });
});

test("cookies last for the run, and not for the next", async () => {
  const rows = await toy({
    politeness: { concurrency: 1, perSecond: 100 },
    answer: (call) => ({ ...toyPage(call), headers: { "set-cookie": "visit=1; Path=/" } }),
  });
  await bench.run(rows, { count: 40 });
  await bench.run(rows, { count: 20 });
  expect(bench.calls.map(({ headers }) => headers.cookie)).toEqual([undefined, "visit=1", undefined]);
});

describe("a site that may be asked once in a hundred seconds", () => {
  /** Each run reads the requested number of pages, one after another or concurrently. */
  async function slowToy(atOnce: boolean) {
    const source = toySource();
    const reader = () => Page.of([{ fine: true }], (row) => row as never);
    source.operations[0] = {
      ...source.operations[0],
      async *run({ count }: { count: number }, site: Site) {
        const pages = Array.from({ length: count }, (_, nth) => ({ path: `/rows?page=${nth + 1}` }));
        if (atOnce) yield* site.readAll(pages, reader);
        else for (const page of pages) yield await site.read(page, reader);
      },
    };
    bench = await standInFor(source, {
      clock: acceleratedClock(50),
      // A stand-in has no rate.
      isStandIn: () => false,
      sites: { toy: { robots: "ignore", perSecond: 0.01 } },
    });
    return source.operations[0];
  }

  test("a run that cannot begin before its deadline is rejected immediately", async () => {
    const rows = await slowToy(false);
    await bench.run(rows, { count: 1 });
    await expect(bench.run(rows, { count: 1, timeout: 20 })).rejects.toMatchObject({ code: "overloaded" });
    expect(bench.calls).toHaveLength(1);
  });

  test.each([
    ["one after another", false],
    ["at once", true],
  ])("a run that has begun waits for its next page until its deadline, with pages read %s", async (_, atOnce) => {
    const rows = await slowToy(atOnce);
    await expect(bench.run(rows, { count: 2, timeout: 20 })).rejects.toMatchObject({ code: "queue_timeout" });
    expect(bench.calls).toHaveLength(1);
  });
});
