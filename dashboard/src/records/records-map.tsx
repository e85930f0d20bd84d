import { ActionIcon, Button, Group, Text } from "@mantine/core";
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from "react";
import { formatNumber, plural } from "../ui/format.ts";
import { IconChevronLeft, IconChevronRight, IconMaximize, IconMinus, IconPlus } from "../ui/icons.tsx";
import { cellText } from "./cell.tsx";
import type { Column } from "./columns.ts";
import { type Point, pointsOf, scaleOf, type View, viewOf } from "./geo.ts";
import { loadOutline, pathOf, type Ring } from "./outline.ts";
import type { Item } from "./values.ts";

/** The drawing's own units; it is as wide as there is room. */
const [WIDTH, HEIGHT] = [960, 540];
const RATIO = WIDTH / HEIGHT;

/** How far a key moves the view, in parts of it. */
const MOVES = new Map<string, [x: number, y: number]>([
  ["ArrowLeft", [-0.15, 0]],
  ["ArrowRight", [0.15, 0]],
  ["ArrowUp", [0, -0.15]],
  ["ArrowDown", [0, 0.15]],
]);
const ZOOMS = new Map([
  ["+", 0.7],
  ["-", 1.4],
]);

interface RecordsMapProps {
  records: Item[];
  columns: Column[];
  onOpen: (record: Item) => void;
}

/** Where the records are: points over the outline of the land, which comes with the page. */
export default function RecordsMap({ records, columns, onOpen }: RecordsMapProps) {
  const points = useMemo(() => pointsOf(records), [records]);
  const [view, setView] = useState(() => viewOf(points, RATIO));
  const [chosen, setChosen] = useState<number | null>(null);
  const [land, setLand] = useState<Ring[]>([]);
  const dragged = useRef<{ x: number; y: number; view: View } | null>(null);
  useEffect(() => void loadOutline().then(setLand), []);

  const zoom = (by: number) =>
    setView((old) => {
      const width = Math.min(1, Math.max(0.000005, old.width * by));
      const height = width / RATIO;
      return { x: old.x + (old.width - width) / 2, y: old.y + (old.height - height) / 2, width, height };
    });
  const pan = (x: number, y: number) =>
    setView((old) => ({ ...old, x: old.x + x * old.width, y: old.y + y * old.height }));
  const step = (by: number) => {
    if (points.length === 0) return;
    const next = ((chosen ?? (by > 0 ? -1 : 0)) + by + points.length) % points.length;
    const point = points[next]!;
    setChosen(next);
    setView((old) => ({ ...old, x: point.x - old.width / 2, y: point.y - old.height / 2 }));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES.get(event.key);
    const factor = ZOOMS.get(event.key);
    if (!move && !factor) return;
    event.preventDefault();
    if (move) pan(...move);
    if (factor) zoom(factor);
  };
  const onPointerMove = (event: PointerEvent<SVGSVGElement>) => {
    const from = dragged.current;
    if (!from) return;
    const { width } = event.currentTarget.getBoundingClientRect();
    const scale = from.view.width / width;
    setView({
      ...from.view,
      x: from.view.x - (event.clientX - from.x) * scale,
      y: from.view.y - (event.clientY - from.y) * scale,
    });
  };
  const placed = (point: Point) => ({
    cx: ((point.x - view.x) / view.width) * WIDTH,
    cy: ((point.y - view.y) / view.height) * HEIGHT,
  });
  const inSight = points
    .map((point, index) => ({ point, index, ...placed(point) }))
    .filter(({ cx, cy }) => cx > -20 && cy > -20 && cx < WIDTH + 20 && cy < HEIGHT + 20);
  const { metres, share } = scaleOf(view);
  const coast = useMemo(() => pathOf(land, view, WIDTH), [land, view]);
  return (
    <div className="surface records-map">
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: the map is moved by keys */}
      <section
        tabIndex={0}
        aria-label={`Map of ${plural(points.length, "record")}: arrow keys move it, plus and minus zoom`}
        onKeyDown={onKeyDown}
      >
        {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: the map is moved by keys */}
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          aria-hidden
          onPointerDown={(event) => {
            dragged.current = { x: event.clientX, y: event.clientY, view };
          }}
          onPointerMove={onPointerMove}
          onPointerUp={() => {
            dragged.current = null;
          }}
          onPointerLeave={() => {
            dragged.current = null;
          }}
        >
          <path className="map-land" d={coast} />
          {inSight.map(({ point, index, cx, cy }) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: the buttons below go from record to record by keyboard
            <circle
              key={index}
              className={index === chosen ? "map-point chosen" : "map-point"}
              cx={cx}
              cy={cy}
              r={index === chosen ? 9 : 6}
              onClick={() => setChosen(index)}
            >
              <title>{nameOf(point.record)}</title>
            </circle>
          ))}
          <g className="map-scale" transform={`translate(20 ${HEIGHT - 22})`}>
            <path d={`M0 -6V0H${share * WIDTH}V-6`} />
            <text x={share * WIDTH + 8} y={1}>
              {metres >= 1000 ? `${formatNumber(metres / 1000)} km` : `${metres} m`}
            </text>
          </g>
        </svg>
      </section>
      <div className="map-buttons">
        <ActionIcon variant="default" aria-label="Zoom in" onClick={() => zoom(0.6)}>
          <IconPlus size={16} />
        </ActionIcon>
        <ActionIcon variant="default" aria-label="Zoom out" onClick={() => zoom(1.6)}>
          <IconMinus size={16} />
        </ActionIcon>
        <ActionIcon variant="default" aria-label="Show all records" onClick={() => setView(viewOf(points, RATIO))}>
          <IconMaximize size={16} />
        </ActionIcon>
      </div>
      <Group className="map-foot" justify="space-between" gap="sm">
        <Group gap={4} wrap="nowrap">
          <ActionIcon variant="default" aria-label="Previous record" onClick={() => step(-1)}>
            <IconChevronLeft size={16} />
          </ActionIcon>
          <ActionIcon variant="default" aria-label="Next record" onClick={() => step(1)}>
            <IconChevronRight size={16} />
          </ActionIcon>
        </Group>
        <Text size="sm" role="status" style={{ flex: 1, minWidth: 0 }} truncate dir="auto">
          {chosen === null
            ? `${plural(points.length, "record")} of ${formatNumber(records.length)} with coordinates`
            : summaryOf(points[chosen]!.record, columns)}
        </Text>
        {chosen !== null && points[chosen] && (
          <Button size="xs" variant="default" onClick={() => onOpen(points[chosen]!.record)}>
            Open record
          </Button>
        )}
      </Group>
    </div>
  );
}

const nameOf = (record: Item): string => String(record.name ?? record.estate_name ?? record.id ?? "record");

const SHOWN = ["price", "price_per_night", "review.score", "rating", "district"];

const summaryOf = (record: Item, columns: Column[]): string =>
  [nameOf(record), ...columns.filter(({ id }) => SHOWN.includes(id)).map((column) => cellText(record, column))]
    .filter((part) => part !== "")
    .join(" · ");
