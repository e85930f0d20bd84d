import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

/** What a program of its own prints: a test's own process never ends early, and has long loaded every package. */
const printed = (program: string): string =>
  execFileSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" });
const from = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);

test("a process lives until its threads have closed, also if an answer arrives meanwhile", () => {
  const echo = `import { parentPort } from "node:worker_threads";
    parentPort.on("message", (said) => said === "close" ? setTimeout(() => parentPort.close(), 50) : parentPort.postMessage(said));`;
  const program = `import { OrderedWorker } from ${from("./ordered-worker.ts")};
    const worker = new OrderedWorker(new URL(${JSON.stringify(`data:text/javascript,${encodeURIComponent(echo)}`)}), { closed: "closed" });
    worker.ask("anything");
    await worker.close();
    console.log("closed");`;
  expect(printed(program)).toBe("closed\n");
});

test.each(["./sqlite-query-worker.ts", "../metering/sqlite/sqlite-worker.ts"])(
  "the thread of %s loads no package, so that a store opens in a moment",
  (worker) => {
    const program = `import { registerHooks } from "node:module";
      import { Worker } from "node:worker_threads";
      const packages = [];
      registerHooks({ resolve(specifier, context, next) {
        const found = next(specifier, context);
        if (found.url.includes("/node_modules/")) packages.push(specifier);
        return found;
      } });
      // Without a thread's data it fails once everything is loaded.
      await import(${from(worker)}).catch((error) => console.log(error.name));
      console.log(packages);`;
    expect(printed(program)).toBe("TypeError\n[]\n");
  },
);
