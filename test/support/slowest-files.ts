import { mkdirSync, writeFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";

const SHOWN = 30;

/** Prints how the seconds of a run of the whole suite are spread over its files, and keeps them in `coverage/`. */
export const slowestFiles: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    if (modules.length <= SHOWN) return;
    const files = modules
      .map((module) => {
        const { duration, setupDuration, collectDuration } = module.diagnostic();
        return {
          project: module.project.name,
          file: module.relativeModuleId,
          seconds: (duration + setupDuration + collectDuration) / 1000,
        };
      })
      .sort((one, other) => other.seconds - one.seconds);
    const sum = files.reduce((total, { seconds }) => total + seconds, 0);
    console.log(`\n${files.length} files took ${sum.toFixed(0)} s in all workers together. The slowest:`);
    for (const { seconds, project, file } of files.slice(0, SHOWN))
      console.log(`${seconds.toFixed(1).padStart(7)} s  ${project}  ${file}`);
    mkdirSync("coverage", { recursive: true });
    const projects = [...new Set(files.map(({ project }) => project))].sort().join("-");
    writeFileSync(`coverage/seconds-${projects}.json`, JSON.stringify(files, null, 1));
  },
};
