import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { errorCode } from "../../base/thrown.ts";
import { CommandFailed } from "../command-failed.ts";
import { programName } from "../program-name.ts";

/** A service and its key. */
export interface Profile {
  url: string;
  key: string;
}

interface ProfilesFile {
  /** The default profile. */
  profile: string;
  profiles: Record<string, Profile>;
}

export const DEFAULT_PROFILE = "default";

/** `WINNOW_CONFIG`, or the usual place for settings. */
export const profilesPath = (env: NodeJS.ProcessEnv): string =>
  env.WINNOW_CONFIG || join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), ".config"), "winnow", "config.json");

/** The requested profile; null without a file, or if no profile applies. An unknown name is an error. */
export function readProfile(env: NodeJS.ProcessEnv, name = env.WINNOW_PROFILE): Profile | null {
  const path = profilesPath(env);
  const file = readProfiles(path);
  const wanted = name || file?.profile;
  if (wanted === undefined) return null;
  const found = file?.profiles[wanted];
  if (found) return found;
  const known = Object.keys(file?.profiles ?? {}).join(", ") || "none";
  throw new CommandFailed(
    `there is no profile ${JSON.stringify(wanted)} in ${path} (there are: ${known}): ${programName} init --profile ${wanted}`,
  );
}

/** Saves a profile, which becomes the default; nobody else can read the file, not even while it is written. */
export function keepProfile(path: string, name: string, profile: Profile): void {
  const old = readProfiles(path);
  const file: ProfilesFile = { profile: name, profiles: { ...old?.profiles, [name]: profile } };
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const written = `${path}.${process.pid}`;
  writeFileSync(written, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  chmodSync(written, 0o600);
  renameSync(written, path);
}

function readProfiles(path: string): ProfilesFile | null {
  let text: string;
  try {
    const { mode } = statSync(path);
    if (process.platform !== "win32" && (mode & 0o077) !== 0) {
      throw new CommandFailed(`${path} contains keys but other users can read it. Run: chmod 600 ${path}`);
    }
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
  try {
    const file: ProfilesFile = JSON.parse(text);
    if (typeof file.profiles === "object" && file.profiles !== null) return file;
  } catch {
    // Reported below.
  }
  throw new CommandFailed(`${path} is not a valid profile file: fix it or delete it`);
}
