/** One thing that grows, and what it does to time and memory. */
export interface Curve {
  title: string;
  /** What grows. */
  unit: string;
  points: Array<{ at: number; ms: number; mb: number }>;
}

const PANEL = { width: 370, height: 210, left: 46, right: 46, top: 30, bottom: 34 };
const ACROSS = 3;
const COLOURS = { ms: "#2563eb", mb: "#d97706" };

/** Small charts side by side: milliseconds on the left, megabytes on the right, what grows along the bottom by tens. */
export function curvesSvg(curves: Curve[]): string {
  const width = ACROSS * PANEL.width;
  const height = Math.ceil(curves.length / ACROSS) * PANEL.height + 20;
  const panels = curves.map((curve, at) => {
    const [x, y] = [(at % ACROSS) * PANEL.width, Math.floor(at / ACROSS) * PANEL.height];
    return `<g transform="translate(${x} ${y})">${panel(curve)}</g>`;
  });
  const legend = `<text x="8" y="${height - 6}"><tspan fill="${COLOURS.ms}">● milliseconds</tspan>  <tspan fill="${COLOURS.mb}">● megabytes</tspan></text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="11"><title>Time and memory against what grows</title><rect width="100%" height="100%" fill="#fff"/>${panels.join("")}${legend}</svg>\n`;
}

function panel({ title, unit, points }: Curve): string {
  const { width, height, left, right, top, bottom } = PANEL;
  const logs = points.map(({ at }) => Math.log10(Math.max(1, at)));
  const [least, most] = [Math.min(...logs), Math.max(...logs)];
  const x = (at: number) =>
    left + ((Math.log10(Math.max(1, at)) - least) / (most - least || 1)) * (width - left - right);
  const line = (name: "ms" | "mb") => {
    const top_ = roundedUp(Math.max(...points.map((point) => point[name])));
    const y = (value: number) => height - bottom - (value / top_) * (height - top - bottom);
    const path = points.map(
      (point, nth) => `${nth === 0 ? "M" : "L"}${x(point.at).toFixed(1)} ${y(point[name]).toFixed(1)}`,
    );
    const dots = points.map(
      (point) =>
        `<circle cx="${x(point.at).toFixed(1)}" cy="${y(point[name]).toFixed(1)}" r="2.5" fill="${COLOURS[name]}"><title>${point.at} ${unit}: ${point[name].toFixed(1)}</title></circle>`,
    );
    const axis = name === "ms" ? `x="${left - 5}" text-anchor="end"` : `x="${width - right + 5}"`;
    const labels = [0, top_ / 2, top_].map(
      (value) => `<text ${axis} y="${(y(value) + 4).toFixed(1)}" fill="${COLOURS[name]}">${shown(value)}</text>`,
    );
    return `<path d="${path.join("")}" fill="none" stroke="${COLOURS[name]}" stroke-width="1.6"/>${dots.join("")}${labels.join("")}`;
  };
  const ticks = points.map(
    ({ at }) => `<text x="${x(at).toFixed(1)}" y="${height - bottom + 15}" text-anchor="middle">${shown(at)}</text>`,
  );
  const frame = `<path d="M${left} ${top}V${height - bottom}H${width - right}V${top}" fill="none" stroke="#9ca3af"/>`;
  return `<text x="${left}" y="18" font-size="12" font-weight="600">${title}</text>${frame}${line("ms")}${line("mb")}${ticks.join("")}`;
}

/** 1, 2 or 5 times a power of ten. */
function roundedUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value || 1));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value)!;
}

function shown(value: number): string {
  if (value >= 1e6) return `${value / 1e6}M`;
  return value >= 1e3 ? `${value / 1e3}k` : String(Math.round(value * 10) / 10);
}
