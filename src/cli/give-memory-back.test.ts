import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const module = JSON.stringify(join(import.meta.dirname, "give-memory-back.ts"));

/** Fills 64 MB, lets go of them and has nothing more to do. */
const idler = `
  import { giveMemoryBackWhenIdle } from ${module};
  let held = Array.from({ length: 40 }, () => new Array(200_000).fill(Math.random()));
  const most = process.memoryUsage.rss();
  held = null;
  giveMemoryBackWhenIdle();
  const look = setInterval(() => {
    if (process.memoryUsage.rss() > most - 40e6) return;
    console.log("given back");
    clearInterval(look);
  }, 100);
`;

test("a process with nothing to do gives back what it does not use, and its watch keeps nobody alive", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", idler]);
  expect(stdout).toBe("given back\n");
});
