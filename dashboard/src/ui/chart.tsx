import { Group, Text, VisuallyHidden } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { useRouter } from "@tanstack/react-router";
import { type KeyboardEvent, type PointerEvent, useState } from "react";
import type { ChartColumn } from "./chart-columns.ts";
import { formatNumber, viewerZone } from "./format.ts";

export interface Series {
  name: string;
  color: string;
  /** One value per column. In lines, NaN marks a missing value. */
  values: number[];
}

interface ChartProps {
  title: string;
  columns: ChartColumn[];
  series: Series[];
  format?: (value: number) => string;
  /** Lines instead of stacked columns, for values that cannot be summed. */
  lines?: boolean;
  /** A limit, drawn as a line. */
  budget?: { value: number; label: string } | null;
  /** Text for a column without values. */
  none?: string;
}

/**
 * A chart of stacked columns or lines (docs/decisions/charts.md explains why there is no library). Hover, touch or the
 * arrow keys select a column and show its values; pressing it, or Enter, opens its page.
 */
export function Chart({
  title,
  columns,
  series,
  format = formatNumber,
  lines = false,
  budget = null,
  none = "No calls",
}: ChartProps) {
  const router = useRouter();
  const { ref, width } = useElementSize();
  const [at, setAt] = useState<number | null>(null);
  const sums = columns.map((_, column) => {
    const values = series.map(({ values }) => values[column] || 0);
    return lines ? Math.max(0, ...values) : values.reduce((sum, value) => sum + value, 0);
  });
  const scale = chartScale(width, columns.length, Math.max(...sums, budget?.value ?? 0, 0));
  const wholeColumn = { y: PAD.top, width: scale.step, height: scale.height };
  const open = (index: number | null) => {
    const href = index === null ? null : columns[index]?.href;
    if (href) void router.navigate({ href });
  };
  const move = (event: KeyboardEvent) => {
    const jumps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -columns.length, End: columns.length };
    const by = jumps[event.key];
    if (event.key === "Escape") setAt(null);
    if (event.key === "Enter") open(at);
    if (by === undefined) return;
    event.preventDefault();
    setAt((now) => Math.max(0, Math.min(columns.length - 1, (now ?? columns.length) + by)));
  };
  // Touch cannot hover: the first touch selects, the second opens.
  const press = (index: number) => (event: PointerEvent) => {
    if (event.pointerType === "mouse" || index === at) open(index);
    setAt(index);
  };
  const every = Math.max(1, Math.ceil(70 / Math.max(1, scale.step)));
  const chosen = at === null ? undefined : columns[at];
  return (
    <figure style={{ margin: 0 }}>
      <section
        ref={ref}
        className="chart"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys choose a column
        tabIndex={0}
        aria-label={`${title}: choose with the arrow keys, open with Enter`}
        onKeyDown={move}
        onBlur={() => setAt(null)}
        onPointerLeave={({ pointerType }) => pointerType === "mouse" && setAt(null)}
      >
        <svg width="100%" height={HEIGHT} role="img" aria-label={`${title}: ${summarizeChart(columns, sums, format)}`}>
          <Grid scale={scale} format={format} />
          {width > 0 &&
            columns.map(({ name, label, href, mark }, index) => (
              <g
                key={name}
                className={index === at ? "chart-bar chosen" : "chart-bar"}
                style={href ? { cursor: "pointer" } : undefined}
                onPointerEnter={({ pointerType }) => pointerType === "mouse" && setAt(index)}
                onPointerUp={press(index)}
              >
                <rect className="chart-column" x={scale.x(index)} {...wholeColumn} />
                {mark && <rect className="chart-mark" x={scale.x(index)} {...wholeColumn} />}
                {!lines && <Stack series={series} index={index} scale={scale} />}
                {index % every === 0 && (
                  <text className="chart-text" x={scale.x(index + 0.5)} y={HEIGHT - 6} textAnchor="middle">
                    {label}
                  </text>
                )}
              </g>
            ))}
          {width > 0 && lines && series.map((one) => <Line key={one.name} series={one} scale={scale} />)}
          {budget && <Budget budget={budget} scale={scale} />}
        </svg>
        {at !== null && chosen && (
          <Tooltip
            left={scale.x(at + 0.5)}
            width={width}
            column={chosen}
            rows={series.map(({ name, color, values }) => ({ name, color, value: values[at] || 0 }))}
            sum={lines ? null : (sums[at] ?? 0)}
            none={none}
            format={format}
          />
        )}
      </section>
      <ValueTable title={title} columns={columns} series={series} format={format} none={none} />
      <Group component="figcaption" gap="md" mt="xs">
        {series.length > 1 && series.map(({ name, color }) => <Swatch key={name} name={name} color={color} />)}
        <Text size="xs" c="dimmed" ml="auto">
          Time zone: {viewerZone()}
        </Text>
      </Group>
    </figure>
  );
}

function Grid({ scale, format }: { scale: Scale; format: (value: number) => string }) {
  return [0, 0.25, 0.5, 0.75, 1].map((part) => {
    const y = scale.y(scale.top * part);
    return (
      <g key={part}>
        <line x1={PAD.left} x2={PAD.left + scale.width} y1={y} y2={y} stroke="var(--line)" />
        <text className="chart-text" x={PAD.left - 8} y={y + 4} textAnchor="end">
          {format(scale.top * part)}
        </text>
      </g>
    );
  });
}

function Line({ series: { color, values }, scale: { x, y } }: { series: Series; scale: Scale }) {
  const points = values.map((value, index): [number, number] => [x(index + 0.5), y(value)]);
  return (
    <g>
      <path className="chart-line" d={linePath(points)} stroke={color} />
      {points.map(([cx, cy]) => !Number.isNaN(cy) && <circle key={cx} cx={cx} cy={cy} r={2.5} fill={color} />)}
    </g>
  );
}

function Budget({ budget, scale }: { budget: { value: number; label: string }; scale: Scale }) {
  const [y, right] = [scale.y(budget.value), PAD.left + scale.width];
  return (
    <g>
      <line className="chart-budget" x1={PAD.left} x2={right} y1={y} y2={y} />
      <text className="chart-text" x={right} y={y - 5} textAnchor="end">
        {budget.label}
      </text>
    </g>
  );
}

function Stack({ series, index, scale: { x, y, step } }: { series: Series[]; index: number; scale: Scale }) {
  let below = 0;
  return series.map(({ name, color, values }) => {
    const value = values[index] ?? 0;
    if (value === 0) return null;
    const [from, to] = [y(below), y(below + value)];
    below += value;
    const place = { x: x(index) + step * 0.15, width: step * 0.7, y: to, height: Math.max(1, from - to) };
    return <rect key={name} {...place} rx={Math.min(3, step * 0.15)} fill={color} />;
  });
}

function Swatch({ name, color }: { name: string; color: string }) {
  return (
    <Group gap={6} wrap="nowrap" miw={0}>
      <span className="chart-swatch" style={{ background: color }} />
      <Text size="xs" c="dimmed" truncate>
        {name}
      </Text>
    </Group>
  );
}

const TOOLTIP_WIDTH = 250;

interface TooltipProps {
  left: number;
  /** Width of the chart. The tooltip stays inside. */
  width: number;
  column: ChartColumn;
  rows: Array<{ name: string; color: string; value: number }>;
  /** Null if the rows cannot be summed. */
  sum: number | null;
  none: string;
  format: (value: number) => string;
}

/** The values of one column. */
function Tooltip({ left, width, column, rows, sum, none, format }: TooltipProps) {
  const shown = rows.filter(({ value }) => value > 0);
  const place = { width: TOOLTIP_WIDTH, left: Math.max(0, Math.min(width - TOOLTIP_WIDTH, left - TOOLTIP_WIDTH / 2)) };
  return (
    <div className="chart-tooltip" role="status" style={place}>
      <Text size="xs" fw={600}>
        {column.title}
        {sum !== null && `: ${format(sum)}`}
      </Text>
      {shown.length === 0 && <Text size="xs">{none}</Text>}
      {(shown.length > 1 || sum === null) &&
        shown.map(({ name, color, value }) => (
          <Group key={name} gap={6} wrap="nowrap" justify="space-between">
            <Swatch name={name} color={color} />
            <Text size="xs" fw={600} style={{ whiteSpace: "nowrap" }}>
              {format(value)}
            </Text>
          </Group>
        ))}
      {[column.mark, column.utc].map(
        (text) =>
          text && (
            <Text key={text} size="xs" c="dimmed">
              {text}
            </Text>
          ),
      )}
    </div>
  );
}

/** The same values as a table, for screen readers. */
function ValueTable({
  title,
  columns,
  series,
  format,
  none,
}: Pick<ChartProps, "title" | "columns" | "series"> & { format: (value: number) => string; none: string }) {
  return (
    <VisuallyHidden component="div">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {columns.map(({ name, title: time, mark }, index) => (
            <tr key={name}>
              <th scope="row">{mark ? `${time}. ${mark}` : time}</th>
              {series.map(({ name: of, values }) => (
                <td key={of}>{Number.isNaN(values[index]) ? none : format(values[index] || 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}

const summarizeChart = (columns: ChartColumn[], sums: number[], format: (value: number) => string): string => {
  const max = Math.max(...sums, 0);
  const best = sums.indexOf(max);
  return max === 0 ? "nothing yet" : `highest on ${columns[best]?.title} with ${format(max)}`;
};

const HEIGHT = 240;
const PAD = { left: 56, right: 8, top: 12, bottom: 24 };

/** Maps values and columns to positions on the drawing. */
function chartScale(width: number, columns: number, max: number) {
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

type Scale = ReturnType<typeof chartScale>;

/** Rounds up to 1, 2, 4 or 8 times a power of ten, so that quarters are whole numbers. */
function niceTop(max: number): number {
  if (max <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(max));
  return [1, 2, 4, 8, 10].map((times) => times * power).find((value) => value >= max) ?? max;
}

/** A path through the points. It is interrupted where one is missing. */
const linePath = (points: Array<[x: number, y: number]>): string =>
  points
    .map(([x, y], index) =>
      Number.isNaN(y) ? "" : `${Number.isNaN(points[index - 1]?.[1] ?? Number.NaN) ? "M" : "L"}${x} ${y}`,
    )
    .join("");
