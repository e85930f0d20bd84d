import "leaflet/dist/leaflet.css";
import { ActionIcon, Button, CloseButton, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { control, map as createMap, latLngBounds } from "leaflet";
import { useEffect, useMemo, useRef } from "react";
import type { MapTiles } from "../../../src/endpoints/dashboard/types.ts";
import { queries } from "../api/queries.ts";
import { formatNumber, plural } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { QueryView } from "../ui/query-view.tsx";
import { Note } from "../ui/text.tsx";
import { Cell } from "./cell.tsx";
import type { Column } from "./columns.ts";
import { addBaseMap } from "./map/base-map.ts";
import { findPlaces, type Place } from "./map/places.ts";
import { recordPoints } from "./map/record-points.ts";
import { type Item, recordName } from "./values.ts";

interface RecordsMapProps {
  records: Item[];
  columns: Column[];
  selected: Item | null;
  onSelect: (record: Item | null) => void;
  onOpen: (record: Item) => void;
}

/** A map of the records. */
export default function RecordsMap(props: RecordsMapProps) {
  const catalogue = useQuery(queries.catalogue);
  return <QueryView query={catalogue}>{({ map_tiles }) => <PlacesMap tiles={map_tiles} {...props} />}</QueryView>;
}

function PlacesMap({
  records,
  columns,
  selected,
  onSelect,
  onOpen,
  tiles,
}: RecordsMapProps & { tiles: MapTiles | null }) {
  const places = useMemo(() => findPlaces(records), [records]);
  const { frame, showAll } = useMap(places, selected, tiles, onSelect);
  const at = places.findIndex(({ record }) => record === selected);
  const step = (by: number) => {
    const from = at === -1 && by < 0 ? 0 : at;
    onSelect(places[(from + by + places.length) % places.length]?.record ?? null);
  };
  return (
    <section className="surface records-map" aria-label={`Map of ${plural(places.length, "record")}`}>
      <div ref={frame} className="map-frame" />
      {selected && at !== -1 && (
        <PlaceCard record={selected} columns={columns} onOpen={onOpen} onClose={() => onSelect(null)} />
      )}
      <Group className="map-foot" justify="space-between" gap="sm">
        <Note role="status">
          {plural(places.length, "record")} of {formatNumber(records.length)} with coordinates
        </Note>
        <Group gap={4} wrap="nowrap">
          <ActionIcon variant="default" aria-label="Previous record" onClick={() => step(-1)}>
            <Icon name="chevron-left" />
          </ActionIcon>
          <ActionIcon variant="default" aria-label="Next record" onClick={() => step(1)}>
            <Icon name="chevron-right" />
          </ActionIcon>
          <ActionIcon variant="default" aria-label="Show all records" onClick={showAll}>
            <Icon name="maximize" />
          </ActionIcon>
        </Group>
      </Group>
    </section>
  );
}

/** Creates the map once, then updates the records and the selection. */
function useMap(places: Place[], selected: Item | null, tiles: MapTiles | null, onSelect: (record: Item) => void) {
  const frame = useRef<HTMLDivElement>(null);
  const drawn = useRef<{ points: ReturnType<typeof recordPoints>; showAll(places: Place[]): void } | null>(null);
  const select = useRef(onSelect);
  select.current = onSelect;
  useEffect(() => {
    if (!frame.current) return;
    const map = createMap(frame.current, { zoomSnap: 0.5, maxZoom: 18, worldCopyJump: true, attributionControl: true });
    map.attributionControl.setPrefix(false);
    control.scale({ imperial: false }).addTo(map);
    addBaseMap(map, tiles);
    const points = recordPoints(map, (record) => select.current(record));
    const showAll = (all: Place[]) => {
      const bounds = latLngBounds(all.map(({ latitude, longitude }) => [latitude, longitude]));
      if (bounds.isValid()) map.fitBounds(bounds.pad(0.1), { maxZoom: 15, animate: false });
    };
    drawn.current = { points, showAll };
    return () => void map.remove();
  }, [tiles]);
  useEffect(() => {
    drawn.current?.showAll(places);
    drawn.current?.points.show(places);
  }, [places]);
  useEffect(() => drawn.current?.points.select(places.find(({ record }) => record === selected)), [places, selected]);
  return { frame, showAll: () => drawn.current?.showAll(places) };
}

const SHOWN = ["image", "price", "price_per_night", "review.score", "rating", "star_rating", "district", "address"];

interface PlaceCardProps {
  record: Item;
  columns: Column[];
  onOpen: (record: Item) => void;
  onClose: () => void;
}

/** The selected record, shown over the map. */
function PlaceCard({ record, columns, onOpen, onClose }: PlaceCardProps) {
  const shown = columns.filter(({ id }) => SHOWN.includes(id));
  return (
    <article className="surface map-card" aria-label="Selected record">
      <Group justify="space-between" wrap="nowrap" align="start">
        <Text fw={600} size="sm" dir="auto">
          {recordName(record)}
        </Text>
        <CloseButton size="sm" aria-label="Close card" onClick={onClose} />
      </Group>
      <dl className="map-facts">
        {shown.map((column) => (
          <div key={column.id}>
            <dt>{column.title}</dt>
            <dd>
              <Cell record={record} column={column} />
            </dd>
          </div>
        ))}
      </dl>
      <Button size="xs" mt="xs" onClick={() => onOpen(record)}>
        Open record
      </Button>
    </article>
  );
}
