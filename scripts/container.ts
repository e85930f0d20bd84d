import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "../test/support/free-port.ts";
import { ensureProgram, type Program } from "../test/support/programs.ts";
import { isWell, until } from "./support/until.ts";

/**
 * `npm run container [-- --own-bases]`: builds `deploy/Containerfile` with buildah, runs the image with its own settings,
 * and requests its health, its dashboard and some records. It needs no daemon and, as root, no rights beyond a chroot.
 * `--own-bases` builds both base images from Debian packages if no image registry is reachable.
 */
const root = join(import.meta.dirname, "..");
const inUsrBin = (name: string): Program => ({ name, debianPackage: name, find: () => `/usr/bin/${name}` });
const run = async (command: string, ...words: string[]): Promise<string> =>
  (await promisify(execFile)(command, words, { maxBuffer: 2 ** 28, cwd: root })).stdout.trim();

const folder = await mkdtemp(join(tmpdir(), "winnow-container-"));
const store = ["--storage-driver", "vfs", "--root", join(folder, "root"), "--runroot", join(folder, "run")];
const program = await ensureProgram(inUsrBin("buildah"));
const buildah = (...words: string[]) => run(program, ...store, ...words);

/** Creates an image from a folder, with the name used in the container file. */
async function imageOf(from: string, name: string, ...config: string[]): Promise<void> {
  const container = await buildah("from", "scratch");
  await buildah("add", container, from, "/");
  if (config.length > 0) await buildah("config", ...config, container);
  await buildah("commit", container, name);
  await buildah("rm", container);
  await rm(from, { recursive: true });
}

/**
 * Builds the base images: this machine's Node and npm on Debian's smallest system, and Node's libraries with an
 * unprivileged user.
 */
async function makeBases(): Promise<string[]> {
  const mmdebstrap = await ensureProgram(inUsrBin("mmdebstrap"));
  const [build, base] = [join(folder, "build"), join(folder, "base")];
  await run(mmdebstrap, "--quiet", "--variant=minbase", "--include=ca-certificates", "bookworm", build);
  const npm = dirname(dirname(await realpath(await run("which", "npm"))));
  await cp(process.execPath, join(build, "usr/local/bin/node"));
  await cp(npm, join(build, "usr/local/lib/node_modules/npm"), { recursive: true });
  const launcher = '#!/bin/sh\nexec node /usr/local/lib/node_modules/npm/bin/npm-cli.js "$@"\n';
  await writeFile(join(build, "usr/local/bin/npm"), launcher, { mode: 0o755 });
  const ca = process.env.NODE_EXTRA_CA_CERTS;
  if (ca) await cp(ca, join(build, "ca.pem"));
  await imageOf(build, "localhost/winnow-node", ...(ca ? ["--env", "NODE_EXTRA_CA_CERTS=/ca.pem"] : []));
  const libraries = "libstdc++6,ca-certificates,tzdata,base-files";
  await run(mmdebstrap, "--quiet", "--variant=extract", `--include=${libraries}`, "bookworm", base);
  await mkdir(join(base, "tmp"), { recursive: true, mode: 0o1777 });
  await writeFile(join(base, "etc/passwd"), "root:x:0:0::/root:\nnonroot:x:65532:65532::/home/nonroot:\n");
  await writeFile(join(base, "etc/group"), "root:x:0:\nnonroot:x:65532:\n");
  await imageOf(base, "localhost/winnow-base");
  return ["NODE_IMAGE=localhost/winnow-node", "BASE_IMAGE=localhost/winnow-base"].flatMap((arg) => [
    "--build-arg",
    arg,
  ]);
}

interface Settings {
  User: string;
  Entrypoint: string[];
  Cmd: string[];
  Healthcheck: { Test: string[] };
}

/** Runs the container with its own settings on a free port, and checks it as an operator would. */
async function use(container: string): Promise<string[]> {
  const { Docker } = JSON.parse(await buildah("inspect", container)) as { Docker: { config: Settings } };
  const { User, Entrypoint, Cmd, Healthcheck } = Docker.config;
  const port = await freePort();
  const words = ["run", "--isolation", "chroot", "--env", `PORT=${port}`, "--env", "LOG_LEVEL=error", container, "--"];
  const service = spawn(program, [...store, ...words, ...Entrypoint, ...Cmd], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  const ended = once(service, "exit");
  const address = `http://127.0.0.1:${port}`;
  await until(() => {
    if (service.exitCode !== null) throw new Error("the service has ended");
    return isWell(`${address}/health/ready`);
  }, 500);
  const status = async (path: string) => `${path} ${(await fetch(address + path)).status}`;
  const inside = (...command: string[]) => buildah("run", "--isolation", "chroot", container, "--", ...command);
  const found = [`runs as ${User}`, await status("/health/ready"), await status("/"), await status("/docs")];
  await inside(...Healthcheck.Test.slice(1).map((word) => word.replace("8080", String(port))));
  found.push("its health check passes");
  const key = await inside(...Entrypoint, "keys", "create", "--email", "you@example.com");
  const answer = await fetch(`${address}/api/nlretail/products/search`, {
    method: "POST",
    headers: { "access-token": key, "content-type": "application/json" },
    body: JSON.stringify({ keyword: "fiets", count: 2 }),
  });
  found.push(`a search ${answer.status}, ${((await answer.json()) as unknown[]).length} records`);
  service.kill();
  await ended;
  return found;
}

try {
  const startedAt = performance.now();
  const bases = process.argv.includes("--own-bases") ? await makeBases() : [];
  const basesMs = performance.now() - startedAt;
  await buildah(
    "bud",
    "--isolation",
    "chroot",
    "--format",
    "docker",
    ...bases,
    "-f",
    "deploy/Containerfile",
    "-t",
    "winnow",
    ".",
  );
  const seconds = (ms: number) => `${Math.round(ms / 1000)} s`;
  console.log(`bases ${seconds(basesMs)}, image ${seconds(performance.now() - startedAt - basesMs)}`);
  console.log(await buildah("images", "--format", "{{.Name}} {{.Size}}"));
  for (const line of await use(await buildah("from", "localhost/winnow"))) console.log(line);
} finally {
  await rm(folder, { recursive: true, force: true });
}
