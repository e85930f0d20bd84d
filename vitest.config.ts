import { defineConfig } from "vitest/config";
import { namedFiles } from "./test/support/named-files.ts";
import { slowestFiles } from "./test/support/slowest-files.ts";
import SlowestFirst from "./test/support/slowest-first.ts";

/** What is slow or needs another program: browsers, Python, a balancer, packages, long simulations. Not in `npm test`. */
const whole = [
  "test/{dashboard,journeys,drills/readers,drills/recalls,faults,simulation/health}/**/*.test.ts",
  "test/{balancer,busy-readers,calling-page,calls-without-trace,docs-examples,equal-calls,new-source,recalled-work,recalls,recipes,recorded-stand-in,release,repair-incident}.test.ts",
  "clients/{python,dlt}/**/*.test.ts",
  "client/test/package.test.ts",
  "src/extraction/transport/browser.test.ts",
  "src/cli/bundle/bundle.test.ts",
];
// Copied by `winnow new-source`: its tests run where they were copied to (test/new-source.test.ts).
const template = "src/cli/source-template/**";

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "core",
          include: ["{src,test,client,clients,dashboard}/**/*.test.ts"],
          exclude: ["**/node_modules/**", template, ...whole],
        },
      },
      // Its journeys wait for rates, too. Projects with workers of their own number run one after the other.
      { extends: true, test: { name: "whole", include: whole, maxWorkers: 4, sequence: { groupOrder: 1 } } },
    ],
    globalSetup: [
      // First, so that everything after it puts its files there.
      "test/support/temporary-files.ts",
      "test/support/shared-folder.ts",
      "test/support/store/global-setup.ts",
      "test/support/built-program.ts",
      // Last, so that it looks while what the others started is still there.
      "test/support/secrets/search.ts",
    ],
    setupFiles: ["test/support/loopback-names.ts", "test/support/compiled-programs.ts"],
    // Read by drawn.ts: of files that somebody names, every case runs.
    env: { NAMED_FILES: namedFiles().join(" ") },
    reporters: ["default", slowestFiles],
    // Many tests wait for a process or a disk: one more worker than cores has the cores busy.
    maxWorkers: 3,
    // Tests allocate much that dies young: a larger nursery is collected less often.
    execArgv: ["--max-semi-space-size=64"],
    sequence: { sequencer: SlowestFirst },
    // A worker keeps its modules from file to file: loading them anew for each cost a third of the whole suite.
    // So a test puts back whatever it changes outside itself (environment, global fetch, working directory).
    isolate: false,
    // Node loads them itself, as it does in production: Vite's own runner needed a fifth more CPU time.
    experimental: { viteModuleRunner: false },
    // Limits are for what is stuck, not for what is slow: a machine may be busy with twenty other things.
    testTimeout: 600_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
