import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { assembleRelease } from "../scripts/release/assemble.ts";
import { ensureBundle } from "../src/cli/bundle/find-bundle.js";
import { loadedAsPackages } from "../src/cli/bundle/not-bundled.ts";

test("a release serves operations and dashboard without sources, bundler or Vite", async () => {
  const folder = mkdtempSync(join(tmpdir(), "winnow-release-"));
  const release = join(folder, "winnow");
  assembleRelease(release, ensureBundle()!);
  for (const name of loadedAsPackages) {
    const place = join(release, "node_modules", name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(import.meta.dirname, "../node_modules", name), place);
  }
  const env = { PATH: process.env.PATH, PORT: "0", DATA_DIR: join(folder, "data"), LOG_LEVEL: "error" };
  const service = spawn(process.execPath, ["src/cli/launch.js", "serve"], { cwd: release, env });
  try {
    let printed = "";
    for await (const line of createInterface({ input: service.stdout })) {
      printed += `${line}\n`;
      if (line.includes("Try it")) break;
    }
    const address = /Reference\s+(\S+)\/docs/.exec(printed)![1];
    const key = /Demo key\s+(\S+)/.exec(printed)![1]!;
    const answer = await fetch(`${address}/api/nlretail/products/search`, {
      method: "POST",
      headers: { "access-token": key, "content-type": "application/json" },
      body: JSON.stringify({ keyword: "fiets", count: 2 }),
    });
    expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ length: 2 })]);
    const page = await fetch(`${address}/`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("/assets/")]);
    expect(existsSync(join(release, "src/cli/winnow.ts"))).toBe(false);
  } finally {
    service.kill();
    await once(service, "exit");
    rmSync(folder, { recursive: true, force: true });
  }
});
