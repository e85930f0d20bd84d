import { existsSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { type RunnerTestCase, type RunnerTestFile, TestRunner } from "vitest";
import { startTests } from "vitest/internal/browser";
import { asLine } from "./as-line.ts";
import type { Answer, Ask } from "./runner.ts";

interface Switch {
  active: number;
  hits: Set<number> | null;
}

const sandboxSwitch: Switch = { active: 0, hits: null };
(globalThis as { __winnowMutant?: Switch }).__winnowMutant = sandboxSwitch;

/** Runs one test file as Vitest does, the tests that were asked for only, until the first that fails. */
class OneFile extends TestRunner {
  skip = new Set<string>();
  failed: Answer["failed"] = null;
  tests: Answer["tests"] = {};
  failing: string[] = [];
  hitsBetween = new Set<number>();
  goesOn = false;
  #began = 0;

  onCollected(files: RunnerTestFile[]): void {
    for (const file of files) {
      const [error] = file.result?.errors ?? [];
      if (error) this.failed ??= { test: "(loading the file)", why: error.message };
    }
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    if ((this.failed && !this.goesOn) || this.skip.has(nameOf(test))) test.mode = "skip";
    await super.onBeforeRunTask(test);
    this.#began = performance.now();
    this.keepHits();
  }

  override onAfterRunTask(test: RunnerTestCase): void {
    super.onAfterRunTask(test);
    if (test.mode === "skip" || test.mode === "todo") return;
    this.tests[nameOf(test)] = { tookMs: performance.now() - this.#began, hits: [...(sandboxSwitch.hits ?? [])] };
    sandboxSwitch.hits?.clear();
    if (test.result?.state !== "fail") return;
    this.failing.push(nameOf(test));
    this.failed ??= { test: nameOf(test), why: test.result.errors?.[0]?.message ?? "" };
  }

  /** What is met between tests (a load, a hook for several tests) is on the way to any of them. */
  keepHits(): void {
    for (const id of sandboxSwitch.hits ?? []) this.hitsBetween.add(id);
    sandboxSwitch.hits?.clear();
  }
}

const nameOf = (test: RunnerTestCase): string => {
  const names: string[] = [];
  for (let task: { name: string; suite?: unknown } | undefined = test; task; task = task.suite as typeof task)
    names.unshift(task.name);
  return names.join(" > ");
};

/**
 * Vitest's runner for a session: instead of the one file that it was started with, it runs the files that the other end
 * of the socket asks for. Our own modules are loaded anew each time, so that nothing a mutant left in them is there for
 * the next, and so that a mutant in what is done at loading is seen.
 */
export default class Session extends TestRunner {
  async onBeforeCollect(): Promise<void> {
    const socket = connect(process.env.WINNOW_MUTATE_SOCKET!);
    let stray: string | null = null;
    const onStray = (error: unknown) => {
      stray ??= error instanceof Error ? error.message : String(error);
    };
    process.on("unhandledRejection", onStray);
    process.on("uncaughtException", onStray);
    socket.write(asLine({ ready: true }));
    for await (const line of createInterface({ input: socket })) {
      stray = null;
      const answer = await this.#run(JSON.parse(line) as Ask);
      if (stray !== null) answer.failed ??= { test: "(outside of any test)", why: stray };
      socket.write(asLine(answer));
    }
  }

  async #run({ file, skip, mutant, record }: Ask): Promise<Answer> {
    const { workerState, moduleRunner, _otel } = this as unknown as Record<string, never> & {
      workerState: WorkerState;
    };
    forgetModules(workerState);
    const told = `${process.env.WINNOW_MUTATE_SOCKET}.hits`;
    rmSync(told, { force: true });
    process.env.WINNOW_MUTANT = String(mutant);
    if (record) process.env.WINNOW_MUTANT_HITS = told;
    else delete process.env.WINNOW_MUTANT_HITS;
    sandboxSwitch.active = mutant;
    sandboxSwitch.hits = record ? new Set() : null;
    const one = new OneFile(this.config);
    Object.assign(one, { moduleRunner, _otel, skip: new Set(skip), goesOn: record });
    const started = performance.now();
    const cpuBefore = process.cpuUsage();
    const done = await startTests([{ filepath: file } as never], one as never);
    for (const { result } of done) {
      const [error] = result?.errors ?? [];
      if (result?.state === "fail") one.failed ??= { test: "(around the tests)", why: error?.message ?? "" };
    }
    one.keepHits();
    const elsewhere = existsSync(told) ? readFileSync(told, "utf8").trim().split("\n").map(Number) : [];
    const { user, system } = process.cpuUsage(cpuBefore);
    return {
      failed: one.failed,
      tests: one.tests,
      failing: one.failing,
      hitsOfAll: record ? [...new Set([...one.hitsBetween, ...elsewhere])] : [],
      tookMs: performance.now() - started,
      cpuMs: (user + system) / 1000,
    };
  }
}

interface WorkerState {
  evaluatedModules: { idToModuleMap: Map<string, Record<string, unknown>> };
}

/** As `vi.resetModules` does. */
function forgetModules({ evaluatedModules }: WorkerState): void {
  for (const [path, node] of evaluatedModules.idToModuleMap) {
    if (/\/vitest\/dist\/|\/scripts\/mutate\/session/.test(path)) continue;
    node.promise = undefined;
    node.exports = undefined;
    node.evaluated = false;
    (node.importers as Set<unknown>).clear();
  }
}
