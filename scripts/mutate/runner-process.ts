import { join } from "node:path";
import { createVitest } from "vitest/node";

/** Lives in the sandbox: one worker of Vitest, which stays for as long as the session lasts. */
const root = process.cwd();
const vitest = await createVitest(
  {
    root,
    watch: false,
    config: join(root, "vitest.config.ts"),
    globalSetup: ["scripts/mutate/global-setup.ts"],
    runner: join(root, "scripts/mutate/session.ts"),
    reporters: [{}],
    silent: true,
    retry: 0,
    fileParallelism: false,
    // For a busy machine: what a mutant has stuck is found by the session's own limit long before.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 15_000 } },
  },
  { logLevel: "silent" },
);
await vitest.standalone();
const project = vitest.getRootProject();
const { testModules, unhandledErrors } = await vitest.runTestSpecifications([
  project.createSpecification(join(root, "scripts/mutate/session.test.ts")),
]);
// Read where the session never began: nothing else says why.
for (const error of [...unhandledErrors, ...testModules.flatMap((module) => module.errors())]) console.error(error);
process.exit();
