import {
  divIcon,
  GridLayer,
  geoJSON,
  type LatLngBounds,
  type Map as LeafletMap,
  latLngBounds,
  layerGroup,
  marker,
  type Point,
  tileLayer,
} from "leaflet";
import { feature } from "topojson-client";
import type { MapTiles } from "../../../../src/endpoints/dashboard/types.ts";
import names from "./place-names.txt?raw";

/** The map below the records: the operator's tiles, or a built-in outline. */
export function addBaseMap(map: LeafletMap, tiles: MapTiles | null): void {
  if (tiles) tileLayer(tiles.url, { attribution: tiles.attribution, maxZoom: 19 }).addTo(map);
  else addOutline(map);
}

/** At this zoom the outline shows little, so grid lines show distances. */
const GRID_FROM_ZOOM = 9;
const NAMES_AT_ONCE = 30;
const NAME_PX = { across: 90, down: 24 };

function addOutline(map: LeafletMap): void {
  map.attributionControl.addAttribution("Natural Earth · map tiles are off");
  const land = geoJSON(undefined, { interactive: false, style: { className: "map-land" } }).addTo(map);
  const names = layerGroup().addTo(map);
  new Lines({ minZoom: GRID_FROM_ZOOM, maxZoom: 19, pane: "shadowPane" }).addTo(map);
  let removed = false;
  map.on("unload", () => {
    removed = true;
  });
  const draw = async () => {
    const shape = await landIn(map.getBounds().pad(0.5), map.getZoom());
    if (removed) return;
    land.clearLayers().addData(shape);
    names.clearLayers();
    for (const { name, latitude, longitude } of namesIn(map)) {
      const icon = divIcon({ className: "map-place", html: "", iconSize: [0, 0] });
      const label = marker([latitude, longitude], { icon, interactive: false, keyboard: false }).addTo(names);
      label.getElement()?.append(name);
    }
  };
  map.on("moveend", () => void draw());
}

/** City names that fit without overlap, larger cities first. */
function namesIn(map: LeafletMap) {
  const taken: Point[] = [];
  const isFree = (at: Point) =>
    taken.every(({ x, y }) => Math.abs(x - at.x) > NAME_PX.across || Math.abs(y - at.y) > NAME_PX.down);
  return cities
    .filter(({ latitude, longitude }) => map.getBounds().contains([latitude, longitude]))
    .filter(({ latitude, longitude }) => {
      const at = map.latLngToContainerPoint([latitude, longitude]);
      return taken.length < NAMES_AT_ONCE && isFree(at) && taken.push(at) > 0;
    });
}

class Lines extends GridLayer {
  // No second parameter: with one, Leaflet would wait for a callback.
  protected override createTile(): HTMLElement {
    const tile = document.createElement("div");
    tile.className = "map-lines";
    return tile;
  }
}

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
async function landIn(bounds: LatLngBounds, zoom: number) {
  const land = await load(zoom >= FINE_FROM_ZOOM ? "fine" : "coarse");
  const coordinates = land.filter((one) => one.bounds.intersects(bounds)).map(({ rings }) => rings);
  return { type: "MultiPolygon" as const, coordinates };
}

/** Cities with more than 250,000 inhabitants, and some that the stand-ins use, largest first. */
const cities = names
  .trim()
  .split("|")
  .map((row) => {
    const [name = "", latitude, longitude] = row.split(",");
    return { name, latitude: Number(latitude), longitude: Number(longitude) };
  });
