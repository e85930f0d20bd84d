import type { Answer, Outcome, Runner } from "./runner.ts";
import type { Numbered } from "./switched.ts";

export type Verdict =
  | { kind: "noticed"; by: string }
  | { kind: "stuck"; by: string }
  /** How many of the test files that may come by it nobody asked, because its time was over. */
  | { kind: "survived"; unasked: number };

type Asking = Pick<Runner, "run" | "renew" | "cpuMs">;

/** What was asked about one mutant so far. */
interface Asked {
  files: Set<string>;
  cpuMs: number;
}

interface Known {
  loadMs: number;
  /** All that it has, by name. */
  names: string[];
  /** Those that pass without any change. */
  tests: Map<string, { tookMs: number; hits: Set<number> }>;
  hitsOfAll: Set<number>;
}

/** Of the processor, so that a busy machine does not cut it short: what the tests near a mutant may take at first. */
const FIRST_CPU_MS = 20_000;
const NEAR_FILES = 6;
const LONGEST_FILE_MS = 240_000;
const SLACK_MS = 20_000;
/** A failure that was not seen again without the change is believed; how often that is looked at. */
const CONFIRM_EACH = 6;
/** Of Vitest and of Playwright; not of what a test says about a time-out of ours. */
const TIMED_OUT = /\b(Test|Hook) timed out in \d|Timeout \d+ ?ms exceeded|did not .* in time/;

/** What the judges of one run have learnt: they share it. */
export class Notes {
  /** By test file; those that cannot be used are null. */
  known = new Map<string, Known | null>();
  learning = new Map<string, Promise<Known | null>>();
  asked = new Map<number, Asked>();
  /** "source file test file": whose tests noticed a mutant of it. */
  noticing = new Set<string>();
  doubted = 0;
}

/** Whether a test notices a mutant: asks the tests that come by it, file by file, and doubts what they say. */
export class Judge {
  #runner: Asking;
  #notes: Notes;
  #say: (line: string) => void;

  constructor(runner: Asking, notes: Notes, say: (line: string) => void) {
    this.#runner = runner;
    this.#notes = notes;
    this.#say = say;
  }

  /** What the tests near it say: the quick way to whoever notices it. */
  async firstWordOn(mutant: Numbered, files: string[]): Promise<Verdict> {
    for (const [index, file] of this.#likeliestFirst(mutant, files).entries()) {
      // A file has to be run once to know what it comes by: those far away can wait for the last word.
      if (index >= NEAR_FILES && !this.#notes.known.has(file)) continue;
      const verdict = await this.#askFile(mutant, file);
      if (verdict !== "does not come by" && verdict.kind !== "survived") return verdict;
      if (this.#askedOf(mutant).cpuMs > FIRST_CPU_MS) break;
    }
    return this.#survived(mutant, files);
  }

  /** What all the other tests that come by it say, for as long as its time lasts. */
  async lastWordOn(mutant: Numbered, files: string[], cpuMs: number): Promise<Verdict> {
    for (const file of this.#likeliestFirst(mutant, files)) {
      const asked = this.#askedOf(mutant);
      if (asked.cpuMs >= cpuMs) break;
      if (asked.files.has(file)) continue;
      const verdict = await this.#askFile(mutant, file);
      if (verdict !== "does not come by" && verdict.kind !== "survived") return verdict;
    }
    return this.#survived(mutant, files);
  }

  async #askFile(mutant: Numbered, file: string): Promise<Verdict | "does not come by"> {
    const known = await this.#knownOf(file);
    const asked = this.#askedOf(mutant);
    asked.files.add(file);
    const tests = known ? testsFor(known, mutant.id) : [];
    if (!known || tests.length === 0) return "does not come by";
    const expected = known.loadMs + tests.reduce((sum, test) => sum + known.tests.get(test)!.tookMs, 0);
    const before = this.#runner.cpuMs;
    const skip = known.names.filter((name) => !tests.includes(name));
    const verdict = await this.#ask(mutant, file, skip, expected);
    asked.cpuMs += this.#runner.cpuMs - before;
    if (verdict.kind === "noticed") this.#notes.noticing.add(`${mutant.file} ${file}`);
    return verdict;
  }

  /** Whoever noticed another mutant of the same file comes first. */
  #likeliestFirst(mutant: Numbered, files: string[]): string[] {
    const rank = (file: string) => (this.#notes.noticing.has(`${mutant.file} ${file}`) ? 0 : 1);
    return files.toSorted((a, b) => rank(a) - rank(b));
  }

  #askedOf(mutant: Numbered): Asked {
    const asked = this.#notes.asked.get(mutant.id) ?? { files: new Set(), cpuMs: 0 };
    this.#notes.asked.set(mutant.id, asked);
    return asked;
  }

  #survived(mutant: Numbered, files: string[]): Verdict {
    const { files: asked } = this.#askedOf(mutant);
    // Of those that ran once it is known whether they come by it at all.
    const mayKnow = (file: string) => {
      const known = this.#notes.known.get(file);
      return known === undefined || (known !== null && testsFor(known, mutant.id).length > 0);
    };
    return { kind: "survived", unasked: files.filter((file) => !asked.has(file) && mayKnow(file)).length };
  }

  async #ask(mutant: Numbered, file: string, skip: string[], expected: number): Promise<Verdict> {
    const go = (limitMs: number) => this.#runner.run({ file, skip, mutant: mutant.id, record: false }, limitMs);
    let outcome = await go(4 * expected + SLACK_MS);
    // Perhaps the machine was busy: once more, with more time.
    if (isLate(outcome)) outcome = await go(8 * expected + 2 * SLACK_MS);
    if (outcome === "stuck") return { kind: "stuck", by: file };
    if (!outcome.failed) return { kind: "survived", unasked: 0 };
    const by = `${file}: ${outcome.failed.test}`;
    if (isLate(outcome)) return { kind: "stuck", by };
    this.#notes.doubted++;
    if (this.#notes.doubted % CONFIRM_EACH !== 0 && !outcome.failed.test.startsWith("("))
      return { kind: "noticed", by };
    const again = await this.#passesWhole(file, skip, outcome.failed.test, expected);
    if (again === "passes") return { kind: "noticed", by };
    this.#say(`not believed, since it fails without the change as well: ${by}`);
    if (again === "fails") this.#notes.known.get(file)!.tests.delete(outcome.failed.test);
    // Something was left over in the process: a new one has the last word.
    const fresh = await go(4 * expected + SLACK_MS);
    if (fresh === "stuck") return { kind: "stuck", by };
    return fresh.failed && again === "leftover" ? { kind: "noticed", by } : { kind: "survived", unasked: 0 };
  }

  /** Whether what failed passes without the change: here, or only in a new process. */
  async #passesWhole(file: string, skipped: string[], failed: string, expected: number) {
    const { names } = this.#notes.known.get(file)!;
    const skip = failed.startsWith("(") ? skipped : names.filter((name) => name !== failed);
    const go = () => this.#runner.run({ file, skip, mutant: 0, record: false }, 8 * expected + SLACK_MS);
    const here = await go();
    if (here !== "stuck" && !here.failed) return "passes";
    this.#runner.renew();
    const anew = await go();
    this.#runner.renew();
    return anew !== "stuck" && !anew.failed ? "leftover" : "fails";
  }

  /** What a test file does without any change; null where it cannot be used. */
  #knownOf(file: string): Promise<Known | null> {
    const { learning } = this.#notes;
    if (!learning.has(file)) learning.set(file, this.#learn(file));
    return learning.get(file)!;
  }

  async #learn(file: string): Promise<Known | null> {
    const go = () => this.#runner.run({ file, skip: [], mutant: 0, record: true }, LONGEST_FILE_MS);
    let outcome = await go();
    // Perhaps the machine was busy, or something was left over: a new process has the last word.
    if (outcome !== "stuck" && outcome.failed) {
      this.#runner.renew();
      outcome = await go();
    }
    const known = outcome === "stuck" ? null : knownFrom(outcome);
    this.#notes.known.set(file, known);
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
    names: Object.keys(answer.tests),
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
