import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "../base/thrown.ts";
import { keepPrivate } from "../store/private-folder.ts";
import { unusable } from "../store/unusable-store.ts";

/** A secret that the operator did not set: it is generated at the first start and kept in a file beside the store. */
export function keptSecret(name: "auth-secret" | "operator-token", dataDir: string): string {
  const path = join(dataDir, name);
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
