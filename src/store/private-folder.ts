import { chmodSync, mkdirSync, readdirSync, statSync } from "node:fs";

const STORE = "winnow.db";
/** The folders that the service keeps in DATA_DIR, and that of a new volume. */
const OWN_FOLDERS = /^(unreadable|sources|lost\+found)$/;
const STICKY = 0o1000;

/**
 * Creates the folder of the service's data, private to the process's owner, or makes an existing one so. A folder that is
 * also for others is left alone: of another owner, `/tmp`, or one without a store and with folders of other programs
 * (a home). The files of the service are private anyway.
 */
export function keepPrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = statSync(folder);
  if (uid !== process.getuid?.() || (mode & STICKY) !== 0 || (mode & 0o077) === 0) return;
  const entries = readdirSync(folder, { withFileTypes: true });
  const isOurs = entries.every((entry) => !entry.isDirectory() || OWN_FOLDERS.test(entry.name));
  if (isOurs || entries.some(({ name }) => name === STORE)) chmodSync(folder, 0o700);
}

/** Whether all users of the machine can look into a folder. A volume's group may be how the process itself gets in. */
export const isOpenToAll = (folder: string): boolean => (statSync(folder).mode & 0o007) !== 0;
