import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { median, type Suite, threshold } from "./support/suite.ts";

const root = join(import.meta.dirname, "..");
const bin = join(root, "node_modules/.bin");
const TURNS = 5;

/** Median duration of a command in milliseconds; the first run is not counted. */
function taken(command: string, ...options: string[]): number {
  const all: number[] = [];
  for (let turn = 0; turn <= TURNS; turn++) {
    const started = performance.now();
    const { status, stderr } = spawnSync(command, options, {
      cwd: root,
      // The Node that `npm install` fetched for this folder, first on the PATH as with `npm`.
      env: { ...process.env, PATH: `${bin}:${process.env.PATH}` },
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`${command} ${options.join(" ")} ended with ${status}: ${stderr}`);
    if (turn > 0) all.push(performance.now() - started);
  }
  return median(all);
}

/** How long a user waits for the command line. */
export default {
  name: "command-line",
  run() {
    const byNpx = taken("npx", "winnow", "--help");
    const direct = taken(join(bin, "winnow"), "--help");
    const node = taken(join(bin, "node"), "-e", "0");
    return [
      {
        title: "The command line: `winnow --help`",
        columns: ["command", "ms"],
        rows: [
          ["`npx winnow --help`", byNpx],
          ["`node_modules/.bin/winnow --help`", direct],
          ["Node alone (`node -e 0`)", node],
        ],
        notes: [
          `Wall-clock time from start to end, median of ${TURNS} turns; most of the first row is npx itself.`,
          threshold("milliseconds of `winnow --help` beyond those of Node alone", direct - node, 150),
        ],
      },
    ];
  },
} satisfies Suite;
