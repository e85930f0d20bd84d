import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Prints the hand-written lines of each room beside its figure in `size.json`, and fails if a room has more.
 * `--lower` writes the figures of rooms that became smaller. Raising one is an edit by hand.
 */

export interface Room {
  lines: number;
  files: number;
}

const CODE = /^(src|dashboard|client|clients|scripts|bench|deploy)\/.*\.(ts|tsx|js|mjs|cjs|py|css|sql|html|sh)$/;
const TESTS = /\.(test|spec)\.[a-z]+$|\.test\.py$|(^|\/)tests?\/|\/testing\/|\/fixtures\/|test_[a-z_]+\.py$/;
const GENERATED = /\/generated\/|\/_sync\/|winnow_client\/(models\/|_async\/(operations|endpoints)\.py$)/;

/** Counts lines that are not blank, by room: a folder of `src`, or another top folder. */
export function countRooms(paths: string[], read: (path: string) => string): Map<string, Room> {
  const rooms = new Map<string, Room>();
  for (const path of paths) {
    if (!CODE.test(path) || TESTS.test(path) || GENERATED.test(path)) continue;
    const [top = "", second = "", third] = path.split("/");
    const name = top === "src" && third !== undefined ? `${top}/${second}` : top;
    const { lines, files } = rooms.get(name) ?? { lines: 0, files: 0 };
    const written = read(path).split("\n");
    rooms.set(name, { lines: lines + written.filter((line) => /\S/.test(line)).length, files: files + 1 });
  }
  return rooms;
}

type Figures = Record<string, number>;

/** Names each room that has more lines than its figure, or no figure. */
export const grownRooms = (rooms: Map<string, Room>, figures: Figures): string[] =>
  [...rooms].flatMap(([name, { lines }]) => {
    const figure = figures[name];
    if (figure === undefined) return `${name} has no figure in scripts/size.json.`;
    return lines > figure ? `${name} has ${lines} lines, ${lines - figure} more than its figure.` : [];
  });

export const loweredFigures = (rooms: Map<string, Room>, figures: Figures): Figures =>
  Object.fromEntries(
    Object.entries(figures).flatMap(([name, figure]) => {
      const room = rooms.get(name);
      return room ? [[name, Math.min(figure, room.lines)]] : [];
    }),
  );

function main(): void {
  const root = join(import.meta.dirname, "..");
  const table = join(import.meta.dirname, "size.json");
  const tracked = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).trim().split("\n");
  const deleted = execFileSync("git", ["ls-files", "--deleted"], { cwd: root, encoding: "utf8" }).split("\n");
  const paths = tracked.filter((path) => !deleted.includes(path));
  const rooms = countRooms(paths, (path) => readFileSync(join(root, path), "utf8"));
  let figures: Figures = JSON.parse(readFileSync(table, "utf8"));
  if (process.argv.includes("--lower")) {
    figures = loweredFigures(rooms, figures);
    writeFileSync(table, `${JSON.stringify(figures, null, 2)}\n`);
  }
  const row = (lines: number, files: number, name: string) =>
    console.log(`${String(lines).padStart(7)} ${String(files).padStart(5)}  ${name}`);
  const sorted = [...rooms].sort(([, one], [, other]) => other.lines - one.lines);
  for (const [name, { lines, files }] of sorted) row(lines, files, name);
  const sum = (part: keyof Room) => sorted.reduce((all, [, room]) => all + room[part], 0);
  row(sum("lines"), sum("files"), "in all");
  const grown = grownRooms(rooms, figures);
  for (const sentence of grown) console.error(sentence);
  if (grown.length > 0) {
    console.error("Take away as much as you add, or raise the figure and say why in the commit.");
    process.exitCode = 1;
  }
}

if (import.meta.main) main();
