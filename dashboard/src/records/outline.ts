import { feature } from "topojson-client";
import { project, type View } from "./geo.ts";

type Topology = Parameters<typeof feature>[0];
type Shapes = Extract<Parameters<typeof feature>[1], { type: "GeometryCollection" }>;
type Spot = [x: number, y: number];

/** A coast of the land, in the map's units, and the box around it. */
export interface Ring {
  spots: Spot[];
  box: View;
}

let outline: Promise<Ring[]> | null = null;

/** The land of the world, asked for when the first map is shown. From Natural Earth, which is in the public domain. */
export function loadOutline(): Promise<Ring[]> {
  outline ??= import("world-atlas/land-50m.json").then(({ default: atlas }) => ringsOf(atlas as unknown as Topology));
  return outline;
}

function ringsOf(atlas: Topology): Ring[] {
  const land = feature(atlas, atlas.objects.land as Shapes);
  const polygons = land.features.flatMap(({ geometry }) => {
    if (geometry.type === "MultiPolygon") return geometry.coordinates;
    return geometry.type === "Polygon" ? [geometry.coordinates] : [];
  });
  return polygons.flatMap((rings) => rings.map(ringOf));
}

function ringOf(ring: number[][]): Ring {
  const spots = ring.map(([longitude, latitude]) => project(longitude!, latitude!));
  const [xs, ys] = [spots.map(([x]) => x), spots.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { spots, box: { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y } };
}

/** What of the land is in sight, as a path in a drawing of this width: whatever is outside is cut off first. */
export function pathOf(rings: Ring[], view: View, width: number): string {
  const room = view.width * 0.05;
  const sight = { x: view.x - room, y: view.y - room, width: view.width + 2 * room, height: view.height + 2 * room };
  const scale = width / view.width;
  return rings
    .filter(({ box }) => overlap(box, sight))
    .map(({ spots }) => clip(spots, sight))
    .filter((spots) => spots.length > 2)
    .map(
      (spots) =>
        `M${spots.map(([x, y]) => `${((x - view.x) * scale).toFixed(1)} ${((y - view.y) * scale).toFixed(1)}`).join("L")}Z`,
    )
    .join("");
}

const overlap = (a: View, b: View): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Sutherland and Hodgman: the polygon is cut at one edge of the box after the other. */
export function clip(spots: Spot[], { x, y, width, height }: View): Spot[] {
  const edges: Array<[axis: 0 | 1, at: number, sign: 1 | -1]> = [
    [0, x, 1],
    [0, x + width, -1],
    [1, y, 1],
    [1, y + height, -1],
  ];
  return edges.reduce((left, [axis, at, sign]) => {
    const isIn = (spot: Spot) => (spot[axis] - at) * sign >= 0;
    return left.flatMap((spot, index) => {
      const before = left.at(index - 1)!;
      const cut = (): Spot => {
        const part = (at - before[axis]) / (spot[axis] - before[axis]);
        return [before[0] + part * (spot[0] - before[0]), before[1] + part * (spot[1] - before[1])];
      };
      if (isIn(spot)) return isIn(before) ? [spot] : [cut(), spot];
      return isIn(before) ? [cut()] : [];
    });
  }, spots);
}
