export const HEIGHT = 240;
export const PAD = { left: 56, right: 8, top: 12, bottom: 24 };

/** Maps values and columns to positions on the drawing. */
export function chartScale(width: number, columns: number, max: number) {
  const plot = { width: Math.max(0, width - PAD.left - PAD.right), height: HEIGHT - PAD.top - PAD.bottom };
  const step = plot.width / Math.max(1, columns);
  const top = niceTop(max);
  return {
    ...plot,
    step,
    top,
    x: (column: number) => PAD.left + column * step,
    y: (value: number) => PAD.top + plot.height * (1 - value / top),
  };
}

export type Scale = ReturnType<typeof chartScale>;

/** Rounds up to 1, 2, 4 or 8 times a power of ten, so that quarters are whole numbers. */
function niceTop(max: number): number {
  if (max <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(max));
  return [1, 2, 4, 8, 10].map((times) => times * power).find((value) => value >= max) ?? max;
}

/** A path through the points. It is interrupted where one is missing. */
export const linePath = (points: Array<[x: number, y: number]>): string =>
  points
    .map(([x, y], index) =>
      Number.isNaN(y) ? "" : `${Number.isNaN(points[index - 1]?.[1] ?? Number.NaN) ? "M" : "L"}${x} ${y}`,
    )
    .join("");
