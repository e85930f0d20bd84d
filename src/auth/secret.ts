import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "../base/thrown.ts";
import { keepPrivate } from "../store/private-folder.ts";
import { unusable } from "../store/unusable-store.ts";

/**
 * The secret that signs session cookies: the operator's AUTH_SECRET, or one that is generated at the first start and kept
 * beside the store. Several machines need the same one, so they need AUTH_SECRET.
 */
export function authSecret({ authSecret: given, dataDir }: { authSecret: string; dataDir: string }): string {
  if (given !== "") return given;
  const path = join(dataDir, "auth-secret");
  try {
    keepPrivate(dataDir);
    if (!existsSync(path)) keep(path);
    return readFileSync(path, "utf8");
  } catch (error) {
    throw unusable(error, { dataDir, url: "" });
  }
}

/** Of concurrently starting processes, the first creates it. */
function keep(path: string): void {
  try {
    writeFileSync(path, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
}
