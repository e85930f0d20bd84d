import { describe, expect, test } from "vitest";
import { Judge, Notes } from "../scripts/mutate/judge.ts";
import { mutantsOf } from "../scripts/mutate/mutants-of.ts";
import type { Answer, Ask, Outcome } from "../scripts/mutate/runner.ts";

const mutant = { ...mutantsOf("piece.ts", "const x = true;")[0]!, id: 7 };
const files = Array.from({ length: 20 }, (_, at) => `test-${at}.test.ts`);
const CPU_MS = 1000;

/** Test files of one test each, which comes by the mutant; those named fail with it. */
class Suite {
  cpuMs = 0;
  asks: Ask[] = [];
  renewed = 0;
  #noticing: string[];
  #broken: string[];

  constructor({ noticing = [], broken = [] }: { noticing?: string[]; broken?: string[] } = {}) {
    this.#noticing = noticing;
    this.#broken = broken;
  }

  run(ask: Ask): Promise<Outcome> {
    this.asks.push(ask);
    this.cpuMs += CPU_MS;
    const fails = this.#broken.includes(ask.file) || (ask.mutant === mutant.id && this.#noticing.includes(ask.file));
    const answer: Answer = {
      failed: fails ? { test: "one", why: "expected 1 to be 2" } : null,
      failing: fails ? ["one"] : [],
      tests: { one: { tookMs: 10, hits: [mutant.id] } },
      hitsOfAll: [],
      tookMs: 10,
      cpuMs: CPU_MS,
    };
    return Promise.resolve(answer);
  }

  renew(): void {
    this.renewed++;
  }
}

test("only tests that are known not to come by a mutant are skipped: its words may be in a test's name", async () => {
  const suite = new Suite();
  const asks: Ask[] = [];
  const run = async (ask: Ask): Promise<Outcome> => {
    asks.push(ask);
    const answer = (await suite.run(ask)) as Answer;
    const others = { two: { tookMs: 10, hits: [] }, three: { tookMs: 10, hits: [mutant.id] } };
    return { ...answer, tests: { ...answer.tests, ...others } };
  };
  await new Judge({ run, renew: () => {}, cpuMs: 0 }, new Notes(), () => {}).firstWordOn(mutant, files.slice(0, 1));
  expect(asks.map(({ mutant: id, skip }) => [id, skip])).toEqual([
    [0, []],
    [mutant.id, ["two"]],
  ]);
});

describe("a mutant that no test nearby notices", () => {
  test("is noticed by the last file that comes by it, however many lie between", async () => {
    const judge = new Judge(new Suite({ noticing: [files[19]!] }), new Notes(), () => {});
    expect(await judge.firstWordOn(mutant, files)).toEqual({ kind: "survived", unasked: 14 });
    expect(await judge.lastWordOn(mutant, files, 60_000)).toEqual({ kind: "noticed", by: `${files[19]}: one` });
  });

  test("survived once all were asked, each of them once", async () => {
    const suite = new Suite();
    const judge = new Judge(suite, new Notes(), () => {});
    await judge.firstWordOn(mutant, files);
    expect(await judge.lastWordOn(mutant, files, 60_000)).toEqual({ kind: "survived", unasked: 0 });
    const asked = suite.asks.filter((ask) => ask.mutant === mutant.id).map(({ file }) => file);
    expect(asked.toSorted()).toEqual(files.toSorted());
  });

  test("says how many were not asked where the time of the processor was over", async () => {
    const judge = new Judge(new Suite(), new Notes(), () => {});
    await judge.firstWordOn(mutant, files);
    expect(await judge.lastWordOn(mutant, files, 10 * CPU_MS)).toEqual({ kind: "survived", unasked: 10 });
  });

  test("is not noticed by a test that fails without it too", async () => {
    const said: string[] = [];
    const suite = new Suite({ broken: [files[0]!] });
    const judge = new Judge(suite, new Notes(), (line) => said.push(line));
    expect(await judge.firstWordOn(mutant, files.slice(0, 2))).toEqual({ kind: "survived", unasked: 0 });
    expect(said).toEqual([expect.stringContaining("left out, since it fails without any change: test-0")]);
    expect(suite.renewed).toBe(1);
  });
});
