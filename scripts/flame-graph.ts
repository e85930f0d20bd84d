import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";

/**
 * `node scripts/flame-graph.ts <profile.cpuprofile> <out.svg> [title]`: a CPU profile of Node as a flame graph. Each box is a function under
 * the one that called it, as wide as its share of the busy time. `BENCH_PROFILE=<folder> npm run bench -- service` writes
 * such profiles.
 */
interface Profile {
  nodes: Array<{ id: number; callFrame: { functionName: string; url: string }; children?: number[] }>;
  samples: number[];
  timeDeltas: number[];
}

interface Box {
  name: string;
  micros: number;
  below: Map<string, Box>;
}

const WIDTH = 1200;
const ROW = 17;
const LEAST_SHARE = 0.004;
/** Frames of waiting and of the event loop, which say nothing about the work. */
const PLUMBING = new Set(["(root)", "processTicksAndRejections", "runMicrotasks", "(anonymous)"]);
const IDLE = new Set(["(idle)", "(program)"]);

const [source, target, title = ""] = process.argv.slice(2);
if (!source || !target) {
  console.error("usage: node scripts/flame-graph.ts <profile.cpuprofile> <out.svg> [title]");
  process.exit(2);
}
const profile = JSON.parse(readFileSync(source, "utf8")) as Profile;
const byId = new Map(profile.nodes.map((node) => [node.id, node]));
const own = new Map<number, number>();
for (const [at, id] of profile.samples.entries()) own.set(id, (own.get(id) ?? 0) + profile.timeDeltas[at]!);

const root: Box = { name: "all", micros: 0, below: new Map() };
add(profile.nodes[0]!.id, root);
total(root);
const drawn: string[] = [];
const depth = draw(root, 0, 0);
writeFileSync(target, svg(drawn, depth));

/** Puts what a node took, and those below it, into the box of its function. */
function add(id: number, parent: Box): void {
  const { callFrame, children } = byId.get(id)!;
  if (IDLE.has(callFrame.functionName)) return;
  const name = callFrame.functionName || "(anonymous)";
  let box = parent;
  if (!PLUMBING.has(name)) {
    const label = `${name} ${basename(callFrame.url).replace(/-[\w-]{8}\.js$/, ".js")}`.trim();
    box = parent.below.get(label) ?? { name: label, micros: 0, below: new Map() };
    parent.below.set(label, box);
  }
  box.micros += own.get(id) ?? 0;
  for (const child of children ?? []) add(child, box);
}

function total(box: Box): number {
  for (const child of box.below.values()) box.micros += total(child);
  return box.micros;
}

function draw(box: Box, left: number, row: number): number {
  const share = box.micros / root.micros;
  const width = share * WIDTH;
  drawn.push(rectangle(box.name, share, left, row, width));
  let at = left;
  let deepest = row;
  for (const child of [...box.below.values()].sort((one, other) => other.micros - one.micros)) {
    if (child.micros / root.micros < LEAST_SHARE) break;
    deepest = Math.max(deepest, draw(child, at, row + 1));
    at += (child.micros / root.micros) * WIDTH;
  }
  return deepest;
}

function rectangle(name: string, share: number, left: number, row: number, width: number): string {
  const top = 30 + row * ROW;
  const letters = Math.floor((width - 4) / 6.2);
  const fitting = name.length > letters ? `${name.slice(0, letters - 1)}…` : name;
  const shown = letters < 4 ? "" : fitting;
  const percent = `${(share * 100).toFixed(1)} %`;
  const text = shown && `<text x="${(left + 3).toFixed(1)}" y="${top + 12}">${escaped(shown)}</text>`;
  return `<g><title>${escaped(name)}: ${percent}</title><rect x="${left.toFixed(1)}" y="${top}" width="${Math.max(0.5, width - 0.5).toFixed(1)}" height="${ROW - 1}" fill="hsl(${hueOf(name)} 70% 72%)"/>${text}</g>`;
}

/** One colour for a file. */
function hueOf(name: string): number {
  const file = name.split(" ").at(-1)!;
  let sum = 0;
  for (const letter of file) sum = (sum * 31 + letter.charCodeAt(0)) % 360;
  return sum;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function svg(boxes: string[], deepest: number): string {
  const height = 30 + (deepest + 1) * ROW + 6;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="system-ui, sans-serif" font-size="11"><title>${escaped(title)}</title><rect width="100%" height="100%" fill="#fff"/><text x="4" y="19" font-size="14">${escaped(title)}</text>${boxes.join("\n")}</svg>\n`;
}
