import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const script = join(import.meta.dirname, "../scripts/repair-drill.ts");

test("changes drawn at random are repaired or left alone, and none is repaired wrongly", async () => {
  const args = [script, "--count", "6", "--traps", "2", "--only", "bizbureau"];
  const { code, stdout } = await new Promise<{ code: number; stdout: string }>((resolve) => {
    execFile(process.execPath, args, (error, out) => resolve({ code: Number(error?.code ?? 0), stdout: out }));
  });
  expect([code, stdout]).toEqual([0, expect.stringMatching(/[3-6] of 6 repaired, 2 traps, 0 wrong patches/)]);
});
