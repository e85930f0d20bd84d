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
    // Far above what any test takes that is asked here; what is stuck is found by these before the session is ended.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
  },
  { logLevel: "silent" },
);
await vitest.standalone();
const project = vitest.getRootProject();
await vitest.runTestSpecifications([project.createSpecification(join(root, "scripts/mutate/session.test.ts"))]);
process.exit();
