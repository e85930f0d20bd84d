import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * What session cookies are signed with: the operator's AUTH_SECRET, else one that is made at the first start and kept
 * beside the store. Several machines need the same one, so they need AUTH_SECRET.
 */
export function authSecret({ authSecret: given, dataDir }: { authSecret: string; dataDir: string }): string {
  if (given !== "") return given;
  const path = join(dataDir, "auth-secret");
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(path, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(path, "utf8");
}
