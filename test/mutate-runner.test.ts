import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { afterEach, expect, test } from "vitest";
import { asLine } from "../scripts/mutate/as-line.ts";
import { type Answer, Runner } from "../scripts/mutate/runner.ts";

const readByLine = async (text: string) => Array.fromAsync(createInterface({ input: Readable.from([text]) }));

test("what is told is one line, whatever is in the names of tests", async () => {
  const told = { test: '"\u2028" and "\u2029" are no space\n\r' };
  expect((await readByLine(asLine(told))).map((line) => JSON.parse(line))).toEqual([told]);
});

const ask = { file: "a.test.ts", skip: [], mutant: 0, record: false };
const answer: Answer = { failed: null, failing: [], tests: {}, hitsOfAll: [], tookMs: 1, cpuMs: 7 };
const opened: { runner: Runner; folder: string }[] = [];

/** A runner whose process is this program, and what it said. */
function runnerOf(program: string): { runner: Runner; said: string[] } {
  const folder = mkdtempSync(join(tmpdir(), "winnow-runner-"));
  mkdirSync(join(folder, "copy/scripts/mutate"), { recursive: true });
  writeFileSync(join(folder, "copy/scripts/mutate/runner-process.ts"), program);
  const said: string[] = [];
  const runner = new Runner(join(folder, "copy"), "session", {}, (line) => said.push(line));
  opened.push({ runner, folder });
  return { runner, said };
}

afterEach(() => {
  for (const { runner, folder } of opened.splice(0)) {
    runner.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a process that will not start costs one question, and its last words are told", async () => {
  const { runner, said } = runnerOf(`process.stderr.write("no room left"); process.exitCode = 1;`);
  expect(await runner.run(ask, 60_000)).toBe("stuck");
  expect(said).toEqual(Array(2).fill("the test runner did not start: ended with 1: no room left"));
});

test("a process that starts at the second try answers the question", async () => {
  const { runner, said } = runnerOf(`
    import { existsSync, writeFileSync } from "node:fs";
    import { connect } from "node:net";
    if (!existsSync("tried")) {
      writeFileSync("tried", "");
      process.exit(1);
    }
    const socket = connect(process.env.WINNOW_MUTATE_SOCKET);
    socket.write('{"ready":true}\\n');
    socket.on("data", () => socket.write(${JSON.stringify(`${JSON.stringify(answer)}\n`)}));
  `);
  expect(await runner.run(ask, 60_000)).toEqual(answer);
  expect(said).toEqual(["the test runner did not start: ended with 1"]);
  expect(runner.cpuMs).toBe(7);
});
