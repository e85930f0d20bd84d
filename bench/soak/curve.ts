const WIDTH = 720;
const HEIGHT = 260;
const LEFT = 64;
const BOTTOM = 36;
const TOP = 40;

/** A line chart as an SVG that is readable on light and on dark. */
export function curve(title: string, points: Array<[x: number, y: number]>): string {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const mostX = Math.max(...xs);
  const leastX = Math.min(...xs);
  const mostY = Math.max(...ys) * 1.1;
  const at = ([x, y]: [number, number]): string => {
    const across = LEFT + ((x - leastX) / (mostX - leastX || 1)) * (WIDTH - LEFT - 20);
    const up = HEIGHT - BOTTOM - (y / mostY) * (HEIGHT - BOTTOM - TOP);
    return `${across.toFixed(1)},${up.toFixed(1)}`;
  };
  const text = (x: number, y: number, anchor: string, words: string | number) =>
    `<text x="${x}" y="${y}" text-anchor="${anchor}" font-family="sans-serif" font-size="13" fill="#7a8790">${words}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">`,
    text(LEFT, 22, "start", title),
    `<path d="M${LEFT},${TOP} V${HEIGHT - BOTTOM} H${WIDTH - 20}" fill="none" stroke="#7a8790"/>`,
    text(LEFT - 8, TOP + 10, "end", mostY.toFixed(0)),
    text(LEFT - 8, HEIGHT - BOTTOM, "end", 0),
    text(LEFT, HEIGHT - 12, "middle", leastX),
    text(WIDTH - 20, HEIGHT - 12, "end", mostX),
    `<polyline points="${points.map(at).join(" ")}" fill="none" stroke="#0f766e" stroke-width="2"/>`,
    "</svg>",
    "",
  ].join("\n");
}
