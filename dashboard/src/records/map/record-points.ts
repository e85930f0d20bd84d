import { divIcon, type Map as LeafletMap, layerGroup, marker } from "leaflet";
import Supercluster from "supercluster";
import { type Item, recordName } from "../values.ts";
import type { Place } from "./places.ts";

const CLUSTER_PX = 72;
const CLUSTERS_TO_ZOOM = 15;

/** The records on a map. Nearby ones form a cluster with their number. */
export function recordPoints(map: LeafletMap, onSelect: (record: Item) => void) {
  const points = layerGroup().addTo(map);
  const chosen = layerGroup().addTo(map);
  let index: Supercluster<{ place: Place }> | null = null;

  function add(
    to: typeof points,
    at: [number, number],
    label: string,
    look: { className: string; text: string; size: number },
    press: () => void,
  ) {
    const icon = divIcon({ className: look.className, html: look.text, iconSize: [look.size, look.size] });
    const point = marker(at, { icon, title: label }).addTo(to).on("click", press);
    point.getElement()?.setAttribute("aria-label", label);
  }

  function draw(): void {
    const clusters = index;
    if (!clusters) return;
    points.clearLayers();
    const bounds = map.getBounds().pad(0.2);
    const box: [number, number, number, number] = [
      bounds.getWest(),
      bounds.getSouth(),
      bounds.getEast(),
      bounds.getNorth(),
    ];
    for (const { geometry, properties } of clusters.getClusters(box, Math.round(map.getZoom()))) {
      const [longitude = 0, latitude = 0] = geometry.coordinates;
      const at: [number, number] = [latitude, longitude];
      if ("cluster_id" in properties) {
        const { cluster_id: id, point_count: count } = properties;
        const look = { className: "map-cluster", text: String(count), size: 30 + 8 * String(count).length };
        add(points, at, `${count} records: zoom in`, look, () => map.setView(at, clusters.getClusterExpansionZoom(id)));
      } else {
        const { record } = properties.place;
        add(points, at, recordName(record), { className: "map-point", text: "", size: 16 }, () => onSelect(record));
      }
    }
  }
  map.on("moveend", draw);

  return {
    show(places: Place[]): void {
      index = new Supercluster<{ place: Place }>({ radius: CLUSTER_PX, maxZoom: CLUSTERS_TO_ZOOM });
      index.load(
        places.map((place) => ({
          type: "Feature" as const,
          properties: { place },
          geometry: { type: "Point" as const, coordinates: [place.longitude, place.latitude] },
        })),
      );
      draw();
    },
    /** Shows a record outside its cluster and pans to it. */
    select(place: Place | undefined): void {
      chosen.clearLayers();
      if (!place) return;
      const at: [number, number] = [place.latitude, place.longitude];
      if (!map.getBounds().pad(-0.1).contains(at)) map.panTo(at);
      const look = { className: "map-point chosen", text: "", size: 22 };
      add(chosen, at, recordName(place.record), look, () => onSelect(place.record));
    },
  };
}
