import { existsSync } from "node:fs";
import { join } from "node:path";

const SHARED = join(import.meta.dirname, "../../../shared");

/** Global setup: tests on saved responses are skipped if those are missing, with a message. */
export default function setUp(): (() => void) | undefined {
  if (existsSync(SHARED)) return;
  const missing = "../shared is not beside this checkout: the tests on saved answers of the real sites";
  if (process.env.CI) throw new Error(`${missing} cannot run, and CI must not pass without them.`);
  return () => console.log(`\n${missing} were skipped.\n`);
}
