import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

const module = new URL("./stay-up.ts", import.meta.url).href;

/** Runs a program that stays up, followed by this code. */
const run = (faults: string) =>
  spawnSync(
    process.execPath,
    [
      "--input-type=module",
      "-e",
      `import { EventEmitter } from "node:events";
       import { stayUp } from ${JSON.stringify(module)};
       ${faults}
       setTimeout(() => console.log("still here"), 50);`,
    ],
    { encoding: "utf8" },
  );

test("no timer, listener, callback or rejected promise ends the process, and each fault is logged", () => {
  const { status, stdout } = run(`
    stayUp({ error: ({ err }) => console.log("logged: " + err.message) });
    setTimeout(() => { throw new Error("EMFILE in a timer"); });
    setImmediate(() => { throw new Error("in a callback"); });
    setTimeout(() => new EventEmitter().emit("error", new Error("an event that nobody listens to")));
    Promise.reject(new Error("a promise that nobody awaits"));`);
  expect(stdout.trim().split("\n").sort()).toEqual([
    "logged: EMFILE in a timer",
    "logged: a promise that nobody awaits",
    "logged: an event that nobody listens to",
    "logged: in a callback",
    "still here",
  ]);
  expect(status).toBe(0);
});

test("a log that cannot be written does not end the process either", () => {
  const { status, stdout } = run(`
    stayUp({ error() { throw new Error("no space left"); } });
    setTimeout(() => { throw new Error("in a timer"); });`);
  expect([status, stdout.trim()]).toEqual([0, "still here"]);
});
