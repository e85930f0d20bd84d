import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const ROOM = 4 * 2 ** 30;

/** Puts temporary files into memory if there is room: most of a test's waiting is for stores on disk. */
export default function setUp(): (() => void) | undefined {
  // The search for secrets keeps every store until the end.
  if (process.env.TMPDIR || process.env.WINNOW_SECRETS === "on" || !existsSync(MEMORY)) return;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize < ROOM) return;
  removeAbandoned();
  const folder = mkdtempSync(join(MEMORY, `winnow-test-${process.pid}-`));
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  return () => {
    delete process.env.TMPDIR;
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Removes folders of killed runs, which would hold memory until the machine restarts. */
function removeAbandoned(): void {
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = /^winnow-test-(\d+)-/.exec(name) ?? [];
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}
