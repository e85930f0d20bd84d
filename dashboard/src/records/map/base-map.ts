import {
  divIcon,
  GridLayer,
  geoJSON,
  type Map as LeafletMap,
  layerGroup,
  marker,
  type Point,
  tileLayer,
} from "leaflet";
import type { MapTiles } from "../../../../src/endpoints/dashboard/types.ts";
import { cities, landIn } from "./outline.ts";

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
