import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

/** Prefixes of the files kept from the suite. */
const KINDS = ["answers", "log", "output", "store", "wal"];

/**
 * After the whole suite, searches for every secret it created in the responses, logs, output and stores of its processes
 * (`watch.ts`). A match fails the run with its location.
 */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  // Opt-in, because it costs CPU time in every process.
  if (process.env.WINNOW_SECRETS !== "on") return;
  const folder = await mkdtemp(join(tmpdir(), "winnow-seen-"));
  const options = process.env.NODE_OPTIONS ?? "";
  process.env.WINNOW_SEEN = folder;
  process.env.NODE_OPTIONS = `${options} --import ${await watcherIn(folder)}`.trim();
  return async () => {
    process.env.NODE_OPTIONS = options;
    delete process.env.WINNOW_SEEN;
    try {
      const started = Date.now();
      const { secrets, found, searched } = await searchIn(folder);
      const took = `${secrets} secrets looked for in ${searched}, in ${Date.now() - started} ms`;
      if (found.length === 0) return console.log(`${took}: none found`);
      console.error(`${took}.\nSecrets are where they must not be:\n${found.join("\n")}`);
      // Not thrown, because the other setups must still be torn down.
      process.exitCode = 1;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}

/** Strips the types once: doing so in each process of the suite would cost more than all else it does there. */
async function watcherIn(folder: string): Promise<string> {
  for (const name of ["watch", "shown"]) {
    const source = await readFile(new URL(`./${name}.ts`, import.meta.url), "utf8");
    await writeFile(join(folder, `${name}.mjs`), stripTypeScriptTypes(source.replace("./shown.ts", "./shown.mjs")));
  }
  return pathToFileURL(join(folder, "watch.mjs")).href;
}

export async function searchIn(folder: string) {
  const files = (await readdir(folder)).sort();
  const secrets = await secretsIn(folder, files);
  const ofKind = (kind: string) => files.filter((name) => name.startsWith(`${kind}-`));
  const places = KINDS.flatMap(ofKind);
  const hits = secrets.size > 0 && places.length > 0 ? await grep(folder, [...secrets.keys()], places) : [];
  const found = hits
    // The session signing key has its own file, which only the service's user may read.
    .filter(([file, secret]) => !(file.endsWith("/auth-secret") && secrets.get(secret) === "signing secret"))
    .map(([file, secret, before]) => `${secrets.get(secret)} ${secret.slice(0, 8)}... in ${file}${before}`);
  const searched = KINDS.map((kind) => `${kind} of ${ofKind(kind).length}`).join(", ");
  return { secrets: secrets.size, found: [...new Set(found)], searched };
}

async function secretsIn(folder: string, files: string[]): Promise<Map<string, string>> {
  const secrets = new Map<string, string>();
  for (const name of files.filter((file) => file.startsWith("secrets-"))) {
    const lines = (await readFile(join(folder, name), "utf8")).split("\n").filter(Boolean);
    for (const [what, value] of lines.map((line) => JSON.parse(line) as [string, string])) secrets.set(value, what);
  }
  for (const name of files.filter((file) => file.startsWith("store-"))) {
    const signing = await readFile(join(folder, name, "auth-secret"), "utf8").catch(() => "");
    if (signing.trim() !== "") secrets.set(signing.trim(), "signing secret");
  }
  return secrets;
}

/** grep searches hundreds of megabytes for thousands of words in a second or two. */
async function grep(folder: string, secrets: string[], places: string[]): Promise<Array<[string, string, string]>> {
  await writeFile(join(folder, "patterns"), secrets.join("\n"));
  const args = ["-R", "-a", "-F", "-o", "-H", "-Z", "-b", "-f", "patterns", ...places];
  const options = { cwd: folder, env: { ...process.env, LC_ALL: "C" }, maxBuffer: 64 << 20 };
  const { stdout } = await promisify(execFile)("grep", args, options).catch((error) => {
    if (error.code === 1) return { stdout: "" };
    throw error;
  });
  const lines = stdout.split("\n").filter(Boolean).slice(0, 200);
  return Promise.all(
    lines.map(async (line) => {
      const [, file, at, secret] = /^(.+)\0(\d+):(.*)$/s.exec(line)!;
      return [file!, secret!, file!.startsWith("answers") ? await headBefore(join(folder, file!), Number(at)) : ""];
    }),
  );
}

/** The request line of the response that contains it. */
async function headBefore(file: string, at: number): Promise<string> {
  const text = (await readFile(file)).subarray(0, at).toString();
  return `, ${/^## (\S+ \S+ \d+)/.exec(text.slice(text.lastIndexOf("\n## ") + 1))?.[1] ?? "?"}`;
}
