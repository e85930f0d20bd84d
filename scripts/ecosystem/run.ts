import { options } from "../support/options.ts";
import { generators } from "./generators.ts";
import { linters } from "./linters.ts";
import { openWorld } from "./world.ts";

/**
 * Tests the service with third-party tools, installed by name into a temporary folder and run for every operation. Prints
 * tool | result; exits with 1 if one fails. `--only orval,kubb` runs some of them.
 */
const chosen = options({ only: "" })
  .only.split(",")
  .filter((name) => name !== "");
const checks = [...generators, ...linters].filter(
  ({ tool }) => chosen.length === 0 || chosen.some((name) => tool.toLowerCase().includes(name.toLowerCase())),
);

const world = await openWorld();
const rows: string[] = [];
let failed = 0;
try {
  for (const check of checks) {
    const started = performance.now();
    const result = await world
      .folderOf(check)
      .then((folder) => check.run(world, folder))
      .catch((error: Error) => {
        failed += 1;
        console.error(`${check.tool}: ${error.message}`);
        return `FAILS: ${error.message.replace(/\s+/g, " ").slice(0, 160)}`;
      });
    const row = `| ${check.tool} | ${result} |`;
    rows.push(row);
    console.log(`${row} ${Math.round((performance.now() - started) / 1000)} s`);
  }
} finally {
  await world.close();
}
console.log(`\n| tool | result |\n|---|---|\n${rows.join("\n")}`);
process.exit(failed > 0 ? 1 : 0);
