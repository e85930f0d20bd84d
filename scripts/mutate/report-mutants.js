// Plain JavaScript: every thread and program that a test starts loads it first (`node --import`).
import { ChildProcess } from "node:child_process";
import { appendFileSync } from "node:fs";

// Set by `follow-mutants.ts` in Stryker's dry run, after the test process itself has loaded this.
const file = process.env.MUTANTS_REACHED;
if (file) {
  /** @type {Record<string, number>} */
  const hits = {};
  const reported = new Proxy(hits, {
    set(target, mutant, count) {
      if (!(mutant in target)) appendFileSync(file, `${String(mutant)}\n`);
      return Reflect.set(target, mutant, count);
    },
  });
  Reflect.set(globalThis, "__stryker__", { mutantCoverage: { static: reported, perTest: {} } });
}

// Many tests start a program with only the environment that they name.
const NEEDED = ["NODE_OPTIONS", "MUTANTS_REACHED", "__STRYKER_ACTIVE_MUTANT__"];
const spawn = Reflect.get(ChildProcess.prototype, "spawn");
Reflect.set(
  ChildProcess.prototype,
  "spawn",
  /**
   * @this {ChildProcess}
   * @param {{ envPairs: string[] }} options
   */
  function (options) {
    const needed = NEEDED.filter((name) => process.env[name]).map((name) => `${name}=${process.env[name]}`);
    return spawn.call(this, { ...options, envPairs: [...options.envPairs, ...needed] });
  },
);
