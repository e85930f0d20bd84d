import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Check, shell, type World } from "./world.ts";

/**
 * Scenarios of a revision that need no fixture server. The others call tools, prompts and resources that only the fixture
 * has (`test_simple_text`, `test://static-text`), or need logging, tasks or elicitation, which the service does not offer.
 */
const inBoth = ["tools-list", "resources-list", "server-sse-multiple-streams", "dns-rebinding-protection"];
const scenarios = {
  "2025-11-25": [...inBoth, "server-initialize", "ping"],
  "2026-07-28": [
    ...inBoth,
    "server-stateless",
    "http-header-validation",
    "caching",
    "sep-2164-resource-not-found",
    "input-required-result-unsupported-methods",
  ],
};
/** Checks in those scenarios that still call a fixture's tool, or prompts, which this server does not declare. */
const notApplicable = [
  "sep-2575-server-rejects-undeclared-capability",
  "sep-2575-missing-capability-http-400",
  "sep-2549-prompts-list-caching-hints",
];

/** Runs the whole suite for a revision; throws with the checks that failed in the scenarios above. */
async function conforms({ addressWithKey }: World, folder: string, revision: keyof typeof scenarios): Promise<string> {
  const out = join(folder, revision);
  const args = ["server", "--url", `${addressWithKey}/mcp`, "--requirements", revision, "-o", out];
  // The suite fails in the scenarios that need its fixtures.
  await shell(folder, "conformance", args).catch(() => {});
  const folders = await readdir(out);
  let passed = 0;
  const failed: string[] = [];
  for (const scenario of scenarios[revision]) {
    const made = folders.find((name) => name.startsWith(`server-${scenario}-${new Date().getFullYear()}`));
    if (!made) throw new Error(`${scenario} did not run`);
    const checks = JSON.parse(await readFile(join(out, made, "checks.json"), "utf8")) as ConformanceCheck[];
    passed += checks.filter(({ status }) => status === "SUCCESS").length;
    const faults = checks.filter(({ id, status }) => status === "FAILURE" && !notApplicable.includes(id));
    failed.push(...faults.map(({ id, errorMessage }) => `${scenario} ${id}: ${errorMessage}`));
  }
  if (failed.length > 0) throw new Error(failed.join("\n"));
  const { length } = scenarios[revision];
  return `${length} of ${length} scenarios that need no fixture server, ${passed} checks`;
}

interface ConformanceCheck {
  id: string;
  status: "SUCCESS" | "FAILURE" | "SKIPPED" | "INFO";
  errorMessage?: string;
}

export const conformance: Check[] = (Object.keys(scenarios) as Array<keyof typeof scenarios>).map((revision) => ({
  tool: `@modelcontextprotocol/conformance, revision ${revision}`,
  packages: ["@modelcontextprotocol/conformance@0.2.0-alpha.12"],
  run: (world, folder) => conforms(world, folder, revision),
}));
