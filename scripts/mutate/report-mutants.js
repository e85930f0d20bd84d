// Plain JavaScript: every thread and program that a test starts loads it first (`node --import`).
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
