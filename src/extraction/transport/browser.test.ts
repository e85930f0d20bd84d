import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath } from "../../../test/support/chromium.ts";
import { standInFor } from "../testing/stand-in-for.ts";
import { toyPage, toySource } from "../testing/toy-source.ts";

describe("through a remote browser", () => {
  const profile = mkdtempSync(join(tmpdir(), "winnow-browser-"));
  let browser: ChildProcess;
  let endpoint: string;

  beforeAll(async () => {
    const flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];
    browser = spawn(
      chromiumPath(),
      [...flags, "--remote-debugging-port=0", `--user-data-dir=${profile}`, "about:blank"],
      {
        stdio: ["ignore", "ignore", "pipe"],
      },
    );
    for await (const line of createInterface({ input: browser.stderr! })) {
      const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
      if (!address) continue;
      endpoint = address;
      break;
    }
  });
  afterAll(async () => {
    const gone = new Promise((resolve) => browser.once("exit", resolve));
    browser.kill("SIGKILL");
    await gone;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  });

  test("a page that only a script fills is read as the browser shows it", async () => {
    const source = toySource({
      answer: (call) =>
        call.url.pathname === "/rows"
          ? {
              status: 200,
              body: "<html><body><p id=p>empty</p><script>p.textContent = 'filled'</script></body></html>",
            }
          : { status: 404, body: "" },
    });
    source.operations[0] = {
      ...source.operations[0],
      async *run(_request, site) {
        yield (await site.read({ path: "/rows" }, (answer) => ({ text: answer.text() }))) as never;
      },
    };
    const bench = await standInFor(source, { routes: { toy: `cdp:${endpoint}` } });
    const [page] = await bench.run(source.operations[0], { count: 1, timeout: 25 });
    expect(page!.text).toContain("filled</p>");
    await bench.close();
  });

  test("data is fetched from inside a tab of the site, with the cookies that the site gave it", async () => {
    const source = toySource({
      headers: { accept: "application/json" },
      answer: (call) =>
        call.url.pathname === "/rows"
          ? /visit=1/.test(call.headers.cookie ?? "")
            ? toyPage(call)
            : { status: 403, body: "" }
          : { status: 200, headers: { "set-cookie": "visit=1" }, body: "<html></html>" },
    });
    const bench = await standInFor(source, { routes: { toy: `direct,cdp:${endpoint}` } });
    expect(await bench.run(source.operations[0], { count: 20, timeout: 25 })).toHaveLength(20);
    await bench.close();
  });

  test("it does not follow a page to another host", async () => {
    const source = toySource({
      answer: () => ({ status: 200, body: "<script>location = 'http://localhost:9/'</script>" }),
    });
    const bench = await standInFor(source, { routes: { toy: `cdp:${endpoint}` } });
    await expect(bench.run(source.operations[0], { count: 1, timeout: 25 })).rejects.toMatchObject({
      code: "unreadable",
    });
    await bench.close();
  });
});
