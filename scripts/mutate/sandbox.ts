import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface Sandbox {
  root: string;
  remove(): void;
}

/** A copy of the checkout to break, so that the real one stays intact. It shares the real packages and `../shared`. */
export function openSandbox(checkout: string): Sandbox {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "winnow-mutate-")));
  const root = join(folder, "winnow");
  const list = execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], {
    cwd: checkout,
    encoding: "utf8",
  });
  for (const file of list.split("\0")) {
    if (file && existsSync(join(checkout, file))) cpSync(join(checkout, file), join(root, file), { recursive: true });
  }
  const built = join(checkout, "dashboard/dist");
  if (existsSync(built)) cpSync(built, join(root, "dashboard/dist"), { recursive: true });
  linkPackages(join(checkout, "node_modules"), join(root, "node_modules"));
  const shared = join(dirname(checkout), "shared");
  if (existsSync(shared)) symlinkSync(shared, join(folder, "shared"));
  return { root, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * Links the real packages, except that links among them (our own command, `.bin`) point into the copy as they point into
 * the checkout.
 */
function linkPackages(real: string, copy: string): void {
  mkdirSync(copy);
  for (const entry of readdirSync(real, { withFileTypes: true })) {
    const [from, to] = [join(real, entry.name), join(copy, entry.name)];
    if (entry.isSymbolicLink() || entry.name === ".bin") cpSync(from, to, { recursive: true, verbatimSymlinks: true });
    else symlinkSync(from, to);
  }
}
