import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const ROOM = 4 * 2 ** 30;

/** Temporary files go to memory where there is room: stores that wait for the disk are most of what a test waits for. */
export default function setUp(): (() => void) | undefined {
  // The search for secrets keeps every store until the end.
  if (process.env.TMPDIR || process.env.WINNOW_SECRETS === "on" || !existsSync(MEMORY)) return;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize < ROOM) return;
  const folder = mkdtempSync(join(MEMORY, "winnow-test-"));
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  return () => {
    delete process.env.TMPDIR;
    rmSync(folder, { recursive: true, force: true });
  };
}
