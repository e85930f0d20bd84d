import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { parseAllDocuments } from "yaml";
import { ensureProgram, haproxy, type Program, prometheus } from "../test/support/programs.ts";

/**
 * Checks the files in `deploy/` with tools that are made for them, each installed into a temporary folder or by Debian.
 * Prints file | tool | result; exits with 1 if one objects.
 */
const run = promisify(execFile);
const deploy = fileURLToPath(new URL("../deploy/", import.meta.url));
const folder = await mkdtemp(join(tmpdir(), "winnow-lint-"));
const text = (name: string) => readFile(join(deploy, name), "utf8");

const dockerCompose: Program = {
  name: "docker-compose",
  debianPackage: "docker-compose",
  find: () => "/usr/bin/docker-compose",
};

/** What a program says if it fails, or about what it accepts. */
const objections = (program: string, args: string[], accepted = (_said: string) => "", options = {}): Promise<string> =>
  run(program, args, { encoding: "utf8", ...options }).then(
    ({ stderr }) => accepted(stderr),
    (error: { stderr: string }) => error.stderr.trim(),
  );

async function npmModule(name: string): Promise<any> {
  await run("npm", ["install", "--no-audit", "--no-fund", "--prefix", folder, name]);
  const { createRequire } = await import("node:module");
  return createRequire(pathToFileURL(join(folder, "package.json")));
}

/** Uses the Dockerfile parser of editors. */
async function containerfile(): Promise<string> {
  const { validate } = (await npmModule("dockerfile-utils"))("dockerfile-utils") as {
    validate(file: string): Array<{ message: string; range: { start: { line: number } } }>;
  };
  const file = await text("Containerfile");
  const problems = validate(file).map(({ message, range }) => `line ${range.start.line + 1}: ${message}`);
  const last = file.slice(file.lastIndexOf("\nFROM "));
  if (!/^USER (?!root)/m.test(last)) problems.push("the image runs as root");
  const fixed = [...file.matchAll(/^FROM (?!\$\{\w+_IMAGE\})(\S+)/gm)].map(([, image]) => image);
  if (fixed.length > 0) problems.push(`cannot be named by digest: ${fixed.join(", ")}`);
  return problems.join("; ");
}

/** Parses and merges the file as `up` would, against its own schema. */
async function compose(): Promise<string> {
  const settings = {
    POSTGRES_PASSWORD: "p",
    AUTH_SECRET: "s",
    PUBLIC_URL: "https://winnow.example",
    OPERATOR_TOKEN: "t",
  };
  const fixed = [...(await text("compose.yaml")).matchAll(/^ +image: (?!winnow$|\$\{\w+_IMAGE:-)(\S+)/gm)];
  if (fixed.length > 0) return `cannot be named by digest: ${fixed.map(([, image]) => image).join(", ")}`;
  const program = await ensureProgram(dockerCompose);
  const env = { ...process.env, ...settings };
  return objections(program, ["-f", join(deploy, "compose.yaml"), "config", "--quiet"], () => "", { env });
}

/** Checks against the cluster's own API: values by its schemas, and unknown fields by its types. */
async function kubernetes(): Promise<string> {
  await npmModule("@kubernetes-models/keda@0.4.2");
  const require = await npmModule("kubernetes-models@4");
  const problems: string[] = [];
  const typed: string[] = [];
  for (const name of await readdir(join(deploy, "kubernetes"))) {
    for (const document of parseAllDocuments(await text(join("kubernetes", name)))) {
      const { apiVersion, kind, ...rest } = document.toJSON() as Record<string, any>;
      if (kind === "Kustomization") continue;
      const known = `${apiVersion.startsWith("keda.sh/") ? "@kubernetes-models/keda" : "kubernetes-models"}/${apiVersion}`;
      try {
        new (require(known)[kind])(rest).validate();
      } catch (error) {
        problems.push(`${name}, ${kind} ${rest.metadata.name}: ${(error as Error).message}`);
      }
      const at = typed.length;
      typed.push(`import { ${kind} as K${at} } from "${known}";\nnew K${at}(${JSON.stringify(rest)});`);
    }
  }
  await writeFile(join(folder, "typed.ts"), typed.join("\n"));
  const tsc = join(import.meta.dirname, "../node_modules/typescript/bin/tsc");
  const strict = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--ignoreConfig", "typed.ts"];
  await run(tsc, strict, { cwd: folder }).catch(({ stdout }: { stdout: string }) => problems.push(stdout.trim()));
  return problems.join("; ");
}

/** Uses a certificate created for the check. */
async function balancer(): Promise<string> {
  const [key, certificate] = [join(folder, "key"), join(folder, "certificate")];
  const subject = ["-subj", "/CN=winnow.example", "-days", "1", "-nodes"];
  await run("openssl", ["req", "-x509", "-newkey", "rsa:2048", ...subject, "-keyout", key, "-out", certificate]);
  await writeFile(join(folder, "site.pem"), (await readFile(certificate, "utf8")) + (await readFile(key, "utf8")));
  const file = join(folder, "haproxy.cfg");
  await writeFile(file, (await text("haproxy.cfg")).replaceAll("/tls/site.pem", join(folder, "site.pem")));
  const warnings = (said: string) => said.split("\n").filter((line) => /WARNING|ALERT/.test(line));
  return objections(await ensureProgram(haproxy), ["-c", "-f", file], (said) => warnings(said).join("; "));
}

async function scraper(): Promise<string> {
  const file = join(folder, "prometheus.yml");
  await writeFile(join(folder, "metrics-token"), "token");
  await writeFile(join(folder, "alert-rules.yml"), await text("alert-rules.yml"));
  await writeFile(file, (await text("prometheus.yml")).replace("/tmp/metrics-token", join(folder, "metrics-token")));
  return promtool(["check", "config", file]);
}

const alertRules = (): Promise<string> => promtool(["test", "rules", join(deploy, "alert-rules.test.yml")]);

/** Checks the dashboard's queries with Prometheus's parser. */
async function dashboard(): Promise<string> {
  const { panels } = JSON.parse(await text("grafana/dashboards/winnow.json")) as {
    panels: Array<{ targets: Array<{ expr: string }> }>;
  };
  const rules = panels.flatMap(({ targets }) => targets).map(({ expr }, at) => ({ record: `asked:${at}`, expr }));
  const file = join(folder, "rules.yml");
  await writeFile(file, JSON.stringify({ groups: [{ name: "dashboard", rules }] }));
  return promtool(["check", "rules", file]);
}

const promtool = async (args: string[]): Promise<string> =>
  objections((await ensureProgram(prometheus)).replace(/prometheus$/, "promtool"), args);

const checks: Array<[file: string, tool: string, check: () => Promise<string>]> = [
  ["Containerfile", "dockerfile-utils", containerfile],
  ["compose.yaml", "docker-compose config", compose],
  ["kubernetes/*.yaml", "kubernetes-models, tsc", kubernetes],
  ["haproxy.cfg", "haproxy -c", balancer],
  ["prometheus.yml, alert-rules.yml", "promtool check config", scraper],
  ["alert-rules.test.yml", "promtool test rules", alertRules],
  ["grafana/dashboards/winnow.json", "promtool check rules", dashboard],
];
let failures = 0;
try {
  console.log("| file | tool | result |\n|---|---|---|");
  for (const [file, tool, check] of checks) {
    const said = await check();
    if (said !== "") failures += 1;
    console.log(`| ${file} | ${tool} | ${said || "nothing"} |`);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = failures > 0 ? 1 : 0;
