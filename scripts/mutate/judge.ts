import type { Answer, Outcome, Runner } from "./runner.ts";
import type { Numbered } from "./switched.ts";

export type Verdict = { kind: "noticed"; by: string } | { kind: "stuck"; by: string } | { kind: "survived" };

interface Known {
  loadMs: number;
  /** Those that pass without any change. */
  tests: Map<string, { tookMs: number; hits: Set<number> }>;
  hitsOfAll: Set<number>;
}

/** Once so much time has gone into tests that did not notice, no further ones are asked. */
const MOST_TEST_MS = 20_000;
const NEAR_FILES = 6;
const ENOUGH_FILES = 4;
const MOST_LEARNING_MS = 150_000;
const LONGEST_FILE_MS = 120_000;
const SLACK_MS = 20_000;
/** A failure that was not seen again without the change is believed; how often that is looked at. */
const CONFIRM_EACH = 6;
const TIMED_OUT = /timed out|Timeout|did not .* in time/i;

/** Whether a test notices a mutant: asks the tests that come by it, file by file, and doubts what they say. */
export class Judge {
  #runner: Runner;
  #known = new Map<string, Known | null>();
  #doubted = 0;
  #learntMs = 0;
  #say: (line: string) => void;

  constructor(runner: Runner, say: (line: string) => void) {
    this.#runner = runner;
    this.#say = say;
  }

  async verdictOf(mutant: Numbered, files: string[]): Promise<Verdict> {
    let spent = 0;
    let came = 0;
    for (const [index, file] of files.entries()) {
      // A file has to be run once to know what it comes by: for those far away only where the near ones know nothing.
      const isTooFar = came >= ENOUGH_FILES || this.#learntMs > MOST_LEARNING_MS;
      if (index >= NEAR_FILES && !this.#known.has(file) && isTooFar) continue;
      const known = await this.#knownOf(file);
      if (!known) continue;
      const tests = testsFor(known, mutant.id);
      if (tests.length === 0) continue;
      came++;
      const expected = known.loadMs + tests.reduce((sum, test) => sum + known.tests.get(test)!.tookMs, 0);
      const verdict = await this.#ask(mutant, file, tests, expected);
      if (verdict.kind !== "survived") return verdict;
      spent += expected;
      if (spent > MOST_TEST_MS) break;
    }
    return { kind: "survived" };
  }

  async #ask(mutant: Numbered, file: string, tests: string[], expected: number): Promise<Verdict> {
    const go = (limitMs: number) => this.#runner.run({ file, tests, mutant: mutant.id, record: false }, limitMs);
    let outcome = await go(4 * expected + SLACK_MS);
    // Perhaps the machine was busy: once more, with more time.
    if (isLate(outcome)) outcome = await go(8 * expected + 2 * SLACK_MS);
    if (outcome === "stuck") return { kind: "stuck", by: file };
    if (!outcome.failed) return { kind: "survived" };
    const by = `${file}: ${outcome.failed.test}`;
    if (isLate(outcome)) return { kind: "stuck", by };
    this.#doubted++;
    if (this.#doubted % CONFIRM_EACH !== 0 && !outcome.failed.test.startsWith("(")) return { kind: "noticed", by };
    const again = await this.#passesWhole(file, tests, outcome.failed.test, expected);
    if (again === "passes") return { kind: "noticed", by };
    this.#say(`not believed, since it fails without the change as well: ${by}`);
    if (again === "fails") this.#known.get(file)!.tests.delete(outcome.failed.test);
    // Something was left over in the process: a new one has the last word.
    const fresh = await go(4 * expected + SLACK_MS);
    if (fresh === "stuck") return { kind: "stuck", by };
    return fresh.failed && again === "leftover" ? { kind: "noticed", by } : { kind: "survived" };
  }

  /** Whether what failed passes without the change: here, or only in a new process. */
  async #passesWhole(file: string, tests: string[], failed: string, expected: number) {
    const asked = failed.startsWith("(") ? tests : [failed];
    const go = () => this.#runner.run({ file, tests: asked, mutant: 0, record: false }, 8 * expected + SLACK_MS);
    const here = await go();
    if (here !== "stuck" && !here.failed) return "passes";
    this.#runner.renew();
    const anew = await go();
    this.#runner.renew();
    return anew !== "stuck" && !anew.failed ? "leftover" : "fails";
  }

  /** What a test file does without any change; null where it cannot be used. */
  async #knownOf(file: string): Promise<Known | null> {
    const before = this.#known.get(file);
    if (before !== undefined) return before;
    const outcome = await this.#runner.run({ file, tests: null, mutant: 0, record: true }, LONGEST_FILE_MS);
    const known = outcome === "stuck" ? null : knownFrom(outcome);
    this.#known.set(file, known);
    this.#learntMs += outcome === "stuck" ? LONGEST_FILE_MS : outcome.tookMs;
    if (outcome === "stuck") this.#say(`left out, since it takes too long: ${file}`);
    else if (outcome.failed)
      this.#say(
        `left out, since it fails without any change: ${file}: ${outcome.failed.test} (${outcome.failed.why.slice(0, 200)})`,
      );
    return known;
  }
}

const isLate = (outcome: Outcome): boolean =>
  outcome === "stuck" || (outcome.failed !== null && TIMED_OUT.test(outcome.failed.why));

function knownFrom(answer: Answer): Known | null {
  if (answer.failed?.test.startsWith("(")) return null;
  const tests = Object.entries(answer.tests).filter(([name]) => !answer.failing.includes(name));
  return {
    loadMs: Math.max(0, answer.tookMs - tests.reduce((sum, [, { tookMs }]) => sum + tookMs, 0)),
    tests: new Map(tests.map(([name, { tookMs, hits }]) => [name, { tookMs, hits: new Set(hits) }])),
    hitsOfAll: new Set(answer.hitsOfAll),
  };
}

/** Those that come by it; the whole file where it is met on the way to all of them. */
function testsFor(known: Known, id: number): string[] {
  if (known.hitsOfAll.has(id)) return [...known.tests.keys()];
  return [...known.tests].filter(([, { hits }]) => hits.has(id)).map(([name]) => name);
}
