/** What V8's profiler writes (`node --cpu-prof`). */
export interface CpuProfile {
  nodes: Array<{ id: number; callFrame: CallFrame; children?: number[] }>;
  samples: number[];
  timeDeltas: number[];
}

interface CallFrame {
  functionName: string;
  url: string;
  lineNumber: number;
}

interface Frame {
  name: string;
  time: number;
  under: Map<string, Frame>;
}

const WIDTH = 1180;
const ROW = 17;
const DEEPEST = 24;
/** Narrower than that nobody can read, so its children are left out. */
const NARROWEST = 1.5;
const PER_LETTER = 6.2;

/** Where the processor's time went: a row for each depth of the stack, as wide as the time spent in it. */
export function flameGraph(profile: CpuProfile, title: string): string {
  const root = framesOf(profile);
  const boxes: string[] = [];
  let deepest = 0;
  const draw = (frame: Frame, x: number, depth: number): void => {
    if (depth > DEEPEST) return;
    const width = (frame.time / root.time) * WIDTH;
    if (width < NARROWEST) return;
    deepest = Math.max(deepest, depth);
    boxes.push(box(frame, x, depth, width, frame.time / root.time));
    let at = x;
    for (const child of [...frame.under.values()].sort((one, other) => other.time - one.time)) {
      draw(child, at, depth + 1);
      at += (child.time / root.time) * WIDTH;
    }
  };
  draw(root, 0, 1);
  const height = (deepest + 1) * ROW + 4;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="ui-monospace, monospace" font-size="10.5"><title>${escaped(title)}</title><rect width="100%" height="100%" fill="#fff"/><text x="4" y="12">${escaped(title)}</text>${boxes.join("")}</svg>\n`;
}

function box({ name }: Frame, x: number, depth: number, width: number, share: number): string {
  const letters = Math.floor((width - 6) / PER_LETTER);
  const fitting = name.length > letters ? `${name.slice(0, letters - 1)}…` : name;
  const shown = letters < 3 ? "" : fitting;
  const text = shown && `<text x="${(x + 3).toFixed(1)}" y="${depth * ROW + 12}">${escaped(shown)}</text>`;
  return `<g><title>${escaped(name)} ${(share * 100).toFixed(1)} %</title><rect x="${x.toFixed(1)}" y="${depth * ROW}" width="${Math.max(0.5, width - 0.6).toFixed(1)}" height="${ROW - 1}" rx="1" fill="${colour(name)}"/>${text}</g>`;
}

/** Our own code, other people's, and Node itself, told apart. */
function colour(name: string): string {
  if (name.startsWith("(garbage")) return "#d4a5e8";
  if (/ (?:src|bench)\//.test(name)) return "#f4a261";
  if (name.includes(" node_modules/")) return "#e9d8a6";
  return "#cbd5e1";
}

/** The samples as a tree: of what was asked for, without waiting and without loading modules. */
function framesOf({ nodes, samples, timeDeltas }: CpuProfile): Frame {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const root: Frame = { name: "all", time: 0, under: new Map() };
  for (const [nth, id] of samples.entries()) {
    const stack = stackOf(id);
    if (stack.some(({ functionName, url }) => functionName === "(idle)" || url.startsWith("node:internal/modules/")))
      continue;
    let frame = root;
    frame.time += timeDeltas[nth]!;
    for (const name of stack.map(nameOf).filter((name, at, names) => name !== names[at - 1])) {
      const next = frame.under.get(name) ?? { name, time: 0, under: new Map() };
      frame.under.set(name, next);
      next.time += timeDeltas[nth]!;
      frame = next;
    }
  }
  return root;

  function stackOf(id: number): CallFrame[] {
    const stack: CallFrame[] = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const { callFrame } = byId.get(at)!;
      if (callFrame.functionName !== "(root)") stack.unshift(callFrame);
    }
    return stack;
  }
}

/** The function and where it is, below the checkout's own folder: no path of a machine is drawn. */
function nameOf({ functionName, url }: CallFrame): string {
  const at = /(?:node_modules|src|bench|dist)\/.*$/.exec(url)?.[0] ?? url.replace(/^file:.*\//, "");
  return `${functionName || "(anonymous)"} ${at}`.trim();
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
