import { join } from "node:path";
import { createVitest } from "vitest/node";
import type { Answer, Ask } from "./runner.ts";

/** Lives in the sandbox: runs the test files it is asked to, in that order, until the first that fails. */
class AsAsked {
  shard = (files: unknown[]) => files;
  sort = (files: unknown[]) => files;
}

const root = process.cwd();
const vitest = await createVitest(
  {
    root,
    watch: false,
    config: join(root, "vitest.config.ts"),
    globalSetup: ["scripts/mutate/global-setup.ts"],
    reporters: [{}],
    silent: true,
    bail: 1,
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    sequence: { sequencer: AsAsked as never },
  },
  { logLevel: "silent" },
);
await vitest.standalone();
const project = vitest.getRootProject();

process.on("message", async ({ changed, tests }: Ask) => {
  for (const file of changed) vitest.invalidateFile(join(root, file));
  const started = performance.now();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    tests.map((test) => project.createSpecification(join(root, test))),
  );
  const failed = testModules.find((module) => !module.ok())?.relativeModuleId;
  const answer: Answer = {
    failedIn: failed ?? (unhandledErrors.length > 0 ? "an error outside of any test" : null),
    tookMs: performance.now() - started,
  };
  process.send!(answer);
});
process.on("disconnect", () => process.exit());
process.send!("ready");
