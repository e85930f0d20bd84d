import type { Item } from "./values.ts";

export interface Point {
  record: Item;
  x: number;
  y: number;
}

/** What is in sight, in units of the whole world's width. */
export interface View {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Web Mercator: the world is 1 wide, north is up. */
export const project = (longitude: number, latitude: number): [x: number, y: number] => {
  const angle = (Math.max(-85, Math.min(85, latitude)) * Math.PI) / 180;
  return [(longitude + 180) / 360, (1 - Math.log(Math.tan(angle) + 1 / Math.cos(angle)) / Math.PI) / 2];
};

/** The records that say where they are; 0, 0 is what sites write that do not know. */
export function pointsOf(records: Item[]): Point[] {
  return records.flatMap((record) => {
    const { latitude, longitude } = record;
    if (typeof latitude !== "number" || typeof longitude !== "number") return [];
    if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180 || (latitude === 0 && longitude === 0)) return [];
    const [x, y] = project(longitude, latitude);
    return [{ record, x, y }];
  });
}

/** The smallest part of the map, about 1 km across, in which all points lie with some room around. */
export function viewOf(points: Point[], ratio: number): View {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, right] = [min(xs), -min(xs.map((x) => -x))];
  const [top, bottom] = [min(ys), -min(ys.map((y) => -y))];
  const width = Math.min(1, Math.max(right - left, (bottom - top) * ratio, 0.00003) * 1.25);
  const height = width / ratio;
  return { x: (left + right) / 2 - width / 2, y: (top + bottom) / 2 - height / 2, width, height };
}

const min = (values: number[]): number => values.reduce((least, value) => Math.min(least, value), 1);

/** A length that people know and that fills about a fifth of the view, in metres. */
export function scaleOf(view: View): { metres: number; share: number } {
  const latitude = Math.atan(Math.sinh(Math.PI * (1 - 2 * (view.y + view.height / 2))));
  const across = view.width * 40_075_017 * Math.cos(latitude);
  const steps = [1, 2, 5].flatMap((step) => [0, 1, 2, 3, 4, 5, 6].map((power) => step * 10 ** power));
  const metres = steps.toSorted((a, b) => b - a).find((step) => step <= across / 4) ?? 1;
  return { metres, share: metres / across };
}
