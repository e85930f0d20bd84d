import { spawnSync } from "node:child_process";

/**
 * Runs `npm audit` on the packages of a production install. Many registry mirrors do not support it; that is reported and
 * is not a failure. A finding of high or critical severity is.
 */

interface Report {
  metadata?: { vulnerabilities?: Record<string, number> };
  vulnerabilities?: Record<string, { severity: string }>;
}

const { stdout } = spawnSync("npm", ["audit", "--omit=dev", "--json"], { encoding: "utf8", timeout: 60_000 });
const report = read(stdout);
const found = report?.metadata?.vulnerabilities;
if (!found) {
  console.log("npm audit: the registry did not respond, so the packages were not checked.");
} else {
  const grave = (found.high ?? 0) + (found.critical ?? 0);
  console.log(`npm audit: ${found.total ?? 0} findings, ${grave} of them high or critical.`);
  for (const [name, { severity }] of Object.entries(report.vulnerabilities ?? {}))
    console.log(`  ${severity}  ${name}`);
  if (grave > 0) process.exitCode = 1;
}

function read(text: string): Report | null {
  try {
    return JSON.parse(text) as Report;
  } catch {
    return null;
  }
}
