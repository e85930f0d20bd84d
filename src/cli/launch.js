#!/usr/bin/env node
// Plain JavaScript for any Node: an old one cannot read TypeScript, and would fail with a stack trace.
const NEEDED = 24;
const major = Number.parseInt(process.versions.node, 10);

if (major >= NEEDED) {
  const [{ enableCompileCache }, { ensureBundle, findBundle }] = await Promise.all([
    import("node:module"),
    import("./bundle/find-bundle.js"),
  ]);
  // Code loaded from here on is compiled once per machine, not at every start.
  enableCompileCache();
  const runsLong = ["serve", "work"].includes(process.argv[2] ?? "");
  if (runsLong) returnFreedMemory();
  // A launcher that was killed cannot tell the service to end, which would keep the port.
  const launcher = Number(process.env.LAUNCHER_PID);
  if (launcher) setInterval(() => process.ppid !== launcher && process.kill(process.pid, "SIGTERM"), 1_000).unref();
  const program = runsLong ? ensureBundle() : findBundle();
  await (program ? import(program) : import("./winnow.ts"));
} else if (!(await handedOver())) {
  console.error(
    `Winnow needs Node ${NEEDED} and this is Node ${process.versions.node}: run \`npm install\` again, which fetches Node ${NEEDED} for this folder (or install it yourself), then \`npm start\` or \`npx winnow\`.`,
  );
  process.exitCode = 1;
}

/**
 * glibc's defaults hold on to memory that is free. After a few pages of a site it takes the next ones from the heaps that
 * everything shares, and every thread has a heap of its own; none of them can shrink much. With a fixed threshold each
 * page has its own mapping, which goes when the page is freed: 15 MB less at rest, 25 after load. With two heaps, 60 MB less
 * after load. glibc reads both when a process starts, so this process starts again in its place.
 */
function returnFreedMemory() {
  const settings = { MALLOC_MMAP_THRESHOLD_: String(128 * 1024), MALLOC_ARENA_MAX: "2" };
  const isSet = Object.keys(settings).every((name) => name in process.env);
  if (process.platform !== "linux" || isSet || !process.execve) return;
  const words = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, words, { ...settings, ...process.env });
}

/** To the Node that `npm install` fetched for this folder, where there is one. */
async function handedOver() {
  const [{ spawn }, { existsSync }, { fileURLToPath }] = await Promise.all([
    import("node:child_process"),
    import("node:fs"),
    import("node:url"),
  ]);
  const own = fileURLToPath(new URL("../../node_modules/node/bin/node", import.meta.url));
  if (!existsSync(own)) return false;
  const child = spawn(own, process.argv.slice(1), {
    stdio: "inherit",
    env: { ...process.env, LAUNCHER_PID: String(process.pid) },
  });
  process.on("SIGINT", () => child.kill("SIGINT"));
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  child.on("close", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 143)));
  return true;
}
