import { type LatLngBounds, latLngBounds } from "leaflet";
import { feature } from "topojson-client";
import names from "./place-names.txt?raw";

type Topology = Parameters<typeof feature>[0];
type Shapes = Extract<Parameters<typeof feature>[1], { type: "GeometryCollection" }>;
type Rings = number[][][];

interface Land {
  rings: Rings;
  bounds: LatLngBounds;
}

/** Natural Earth (public domain), at 1:50 million, and at 1:10 million for maps of a region or a city. */
const atlases = {
  coarse: () => import("world-atlas/land-50m.json"),
  fine: () => import("world-atlas/land-10m.json"),
};
const loaded = new Map<keyof typeof atlases, Promise<Land[]>>();

function load(detail: keyof typeof atlases): Promise<Land[]> {
  const known = loaded.get(detail);
  if (known) return known;
  const land = atlases[detail]().then(({ default: atlas }) => landOf(atlas as unknown as Topology));
  loaded.set(detail, land);
  return land;
}

function landOf(atlas: Topology): Land[] {
  const polygons = feature(atlas, atlas.objects.land as Shapes).features.flatMap(({ geometry }): Rings[] => {
    if (geometry.type === "MultiPolygon") return geometry.coordinates;
    return geometry.type === "Polygon" ? [geometry.coordinates] : [];
  });
  return polygons.map((rings) => {
    const bounds = latLngBounds([]);
    for (const [longitude = 0, latitude = 0] of rings[0] ?? []) bounds.extend([latitude, longitude]);
    return { rings, bounds };
  });
}

const FINE_FROM_ZOOM = 6;

/** The visible land, as GeoJSON. */
export async function landIn(bounds: LatLngBounds, zoom: number) {
  const land = await load(zoom >= FINE_FROM_ZOOM ? "fine" : "coarse");
  const coordinates = land.filter((one) => one.bounds.intersects(bounds)).map(({ rings }) => rings);
  return { type: "MultiPolygon" as const, coordinates };
}

/** Cities with more than 250,000 inhabitants, and some that the stand-ins use, largest first. */
export const cities = names
  .trim()
  .split("|")
  .map((row) => {
    const [name = "", latitude, longitude] = row.split(",");
    return { name, latitude: Number(latitude), longitude: Number(longitude) };
  });
