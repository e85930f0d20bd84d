import { join } from "node:path";
import { createVitest, type TestModule } from "vitest/node";
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

function firstErrorOf(module: TestModule): string | null {
  for (const test of module.children.allTests("failed")) return test.result().errors?.[0]?.message ?? null;
  return module.errors()[0]?.message ?? module.state();
}

process.on("message", async ({ changed, tests }: Ask) => {
  for (const file of changed) vitest.invalidateFile(join(root, file));
  vitest.state.clearErrors();
  const started = performance.now();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    tests.map((test) => project.createSpecification(join(root, test))),
  );
  // Vitest also gives those of earlier questions.
  const failed = testModules.find((module) => tests.includes(module.relativeModuleId) && !module.ok());
  const [stray] = unhandledErrors as Error[];
  const answer: Answer = {
    failedIn: failed?.relativeModuleId ?? (stray ? "an error outside of any test" : null),
    why: failed ? firstErrorOf(failed) : (stray?.message ?? null),
    tookMs: performance.now() - started,
  };
  process.send!(answer);
});
process.on("disconnect", () => process.exit());
process.send!("ready");
