import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { applied, type Mutant } from "./mutants-of.ts";

export interface Verdict {
  kind: "noticed" | "stuck" | "survived";
  /** The test that failed, or how many test files that load the mutated file did not run. */
  detail: string;
}

/** Test files per run: the nearest first and alone, because they notice most mutants. */
const AT_FIRST = 2;
const AT_ONCE = 6;
const LONGEST_RUN_MS = 600_000;
const TIMED_OUT = /\b(Test|Hook) timed out in \d|Timeout \d+ ?ms exceeded/;

interface Failure {
  file: string;
  test: string;
  isTimeout: boolean;
}

/** Decides whether the tests notice a mutant. `copies` are checkouts to break; `whole` stays intact. */
export class Judge {
  readonly #whole: string;
  readonly #env: Record<string, string>;
  /** Whether a test file passes without any change. */
  readonly #sound = new Map<string, Promise<boolean>>();
  readonly #running = new Set<AbortController>();

  constructor(whole: string, env: Record<string, string>) {
    this.#whole = whole;
    this.#env = env;
  }

  /**
   * Runs at most the `most` nearest tests: a number of files rather than a time, so that a busy machine gives the same
   * verdict.
   */
  async judge(copy: string, mutant: Mutant, tests: string[], most: number): Promise<Verdict> {
    const path = join(copy, mutant.file);
    const source = readFileSync(path, "utf8");
    writeFileSync(path, applied(source, mutant));
    try {
      const near = tests.slice(0, most);
      const groups = [near.slice(0, AT_FIRST), ...chunks(near.slice(AT_FIRST), AT_ONCE)];
      for (const group of groups) {
        const failure = await this.#firstFailure(copy, group);
        if (failure) return { kind: failure.isTimeout ? "stuck" : "noticed", detail: failure.test };
      }
      const left = tests.length - near.length;
      return { kind: "survived", detail: left > 0 ? `${left} files not run` : "" };
    } finally {
      writeFileSync(path, source);
    }
  }

  /** Ignores test files that also fail without the change. */
  async #firstFailure(copy: string, tests: string[]): Promise<Failure | null> {
    const failure = tests.length > 0 ? await this.#run(copy, tests) : null;
    if (!failure || (await this.#isSound(failure.file))) return failure;
    return this.#firstFailure(
      copy,
      tests.filter((file) => file !== failure.file),
    );
  }

  #isSound(file: string): Promise<boolean> {
    const known =
      this.#sound.get(file) ??
      this.#run(this.#whole, [file]).then((failure) => {
        if (failure) console.log(`skipped, because it fails without any change: ${file} (${failure.test})`);
        return failure === null;
      });
    this.#sound.set(file, known);
    return known;
  }

  #run(root: string, tests: string[]): Promise<Failure | null> {
    const stop = new AbortController();
    this.#running.add(stop);
    const report = join(root, "..", `report-${tests.length}.json`);
    rmSync(report, { force: true });
    const vitest = join(root, "node_modules/vitest/vitest.mjs");
    const options = [
      "--config=scripts/mutate/vitest.config.ts",
      "--bail=1",
      "--reporter=json",
      `--outputFile=${report}`,
    ];
    const child = spawn(process.execPath, [vitest, "run", ...options, ...tests], {
      cwd: root,
      env: { ...process.env, ...this.#env },
      stdio: "ignore",
      // In its own process group, so that its children end with it.
      detached: true,
    });
    const end = () => child.pid && process.kill(-child.pid, "SIGKILL");
    const timer = setTimeout(end, LONGEST_RUN_MS);
    stop.signal.addEventListener("abort", end);
    return new Promise((resolve) => {
      child.once("exit", (code) => {
        clearTimeout(timer);
        this.#running.delete(stop);
        resolve(code === 0 ? null : failureIn(report, root, tests));
      });
    });
  }

  /** Aborts all runs. */
  close(): void {
    for (const stop of this.#running) stop.abort();
  }
}

const chunks = <T>(list: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));

interface Report {
  testResults: Array<{
    name: string;
    status: string;
    message: string;
    assertionResults: Array<{ fullName: string; status: string; failureMessages: string[] }>;
  }>;
}

function failureIn(path: string, root: string, [first = ""]: string[]): Failure {
  let report: Report;
  try {
    report = JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return { file: first, test: "(the run)", isTimeout: true };
  }
  const file = report.testResults.find(({ status }) => status === "failed");
  const test = file?.assertionResults.find(({ status }) => status === "failed");
  return {
    file: file ? relative(root, file.name) : first,
    test: test?.fullName ?? "(around the tests)",
    isTimeout: TIMED_OUT.test(test?.failureMessages[0] ?? file?.message ?? ""),
  };
}
