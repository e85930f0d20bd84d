import { Group, Text } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { useRouter } from "@tanstack/react-router";
import { type KeyboardEvent, useState } from "react";
import { clockNote, longColumn, shortColumn } from "./chart-columns.ts";
import { ChartTooltip } from "./chart-tooltip.tsx";
import { formatNumber } from "./format.ts";

export interface Series {
  name: string;
  color: string;
  /** One value a column; of lines, NaN where there is none. */
  values: number[];
}

interface BarChartProps {
  title: string;
  columns: string[];
  series: Series[];
  format?: (value: number) => string;
  /** Lines instead of stacked columns: for values that cannot be added up. */
  lines?: boolean;
  /** A line to stay under. */
  budget?: { value: number; label: string } | null;
  /** What a column leads to. */
  hrefOf: (column: string) => string;
}

const HEIGHT = 240;
const PAD = { left: 56, right: 8, top: 12, bottom: 24 };

/** Where values and columns are on the drawing. */
interface Scale {
  width: number;
  height: number;
  step: number;
  x: (column: number) => number;
  y: (value: number) => number;
  top: number;
}

function scaleOf(width: number, columns: number, most: number): Scale {
  const plot = { width: Math.max(0, width - PAD.left - PAD.right), height: HEIGHT - PAD.top - PAD.bottom };
  const step = plot.width / Math.max(1, columns);
  const top = niceTop(most);
  return {
    ...{ ...plot, step, top },
    x: (column) => PAD.left + column * step,
    y: (value) => PAD.top + plot.height * (1 - value / top),
  };
}

/**
 * Stacked columns, or lines. Drawn by hand: a chart library alone would be heavier than the rest of the page
 * (docs/decisions). The column under the pointer, or chosen with the arrow keys, shows its full value; pressing it opens the
 * requests behind it.
 */
export function BarChart(props: BarChartProps) {
  const { title, columns, series, format = formatNumber, lines = false, budget = null, hrefOf } = props;
  const router = useRouter();
  const { ref, width } = useElementSize();
  const [at, setAt] = useState<number | null>(null);
  const sums = columns.map((_, column) => {
    const values = series.map(({ values }) => values[column] || 0);
    return lines ? Math.max(0, ...values) : values.reduce((sum, value) => sum + value, 0);
  });
  const scale = scaleOf(width, columns.length, Math.max(...sums, budget?.value ?? 0, 0));
  const open = (index: number | null) => {
    const column = index === null ? undefined : columns[index];
    if (column !== undefined) void router.navigate({ href: hrefOf(column) });
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
  const every = Math.max(1, Math.ceil(70 / Math.max(1, scale.step)));
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
        onMouseLeave={() => setAt(null)}
      >
        <svg width="100%" height={HEIGHT} role="img" aria-label={`${title}: ${summaryOf(columns, sums, format)}`}>
          <Grid scale={scale} format={format} />
          {width > 0 &&
            columns.map((column, index) => (
              // biome-ignore lint/a11y: the keys do the same on the chart itself
              <g
                key={column}
                className={index === at ? "chart-bar chosen" : "chart-bar"}
                onMouseEnter={() => setAt(index)}
                onClick={() => open(index)}
              >
                <rect
                  className="chart-column"
                  x={scale.x(index)}
                  y={PAD.top}
                  width={scale.step}
                  height={scale.height}
                />
                {!lines && <Stack series={series} index={index} scale={scale} />}
                {index % every === 0 && (
                  <text className="chart-text" x={scale.x(index + 0.5)} y={HEIGHT - 6} textAnchor="middle">
                    {shortColumn(column)}
                  </text>
                )}
              </g>
            ))}
          {width > 0 && lines && series.map((one) => <Line key={one.name} series={one} scale={scale} />)}
          {budget && <Budget budget={budget} scale={scale} />}
        </svg>
        {at !== null && width > 0 && (
          <ChartTooltip
            left={scale.x(at + 0.5)}
            width={width}
            title={longColumn(columns[at] ?? "")}
            rows={series.map(({ name, color, values }) => ({ name, color, value: values[at] || 0 }))}
            sum={lines ? null : (sums[at] ?? 0)}
            format={format}
          />
        )}
      </section>
      <figcaption>
        {series.length > 1 && <Legend series={series} />}
        <Text size="xs" c="dimmed" mt="xs">
          {clockNote(columns)}
        </Text>
      </figcaption>
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
    return (
      <rect
        key={name}
        x={x(index) + step * 0.15}
        width={step * 0.7}
        y={to}
        height={Math.max(1, from - to)}
        rx={Math.min(3, step * 0.15)}
        fill={color}
      />
    );
  });
}

function Legend({ series }: { series: Series[] }) {
  return (
    <Group gap="md" mt="xs">
      {series.map(({ name, color }) => (
        <Group key={name} gap={6}>
          <span style={{ width: 10, height: 10, borderRadius: 3, background: color }} />
          <Text size="xs" c="dimmed">
            {name}
          </Text>
        </Group>
      ))}
    </Group>
  );
}

/** A line through the points that there are; where one is missing, it begins anew. */
const linePath = (points: Array<[x: number, y: number]>): string =>
  points
    .map(([x, y], index) =>
      Number.isNaN(y) ? "" : `${Number.isNaN(points[index - 1]?.[1] ?? Number.NaN) ? "M" : "L"}${x} ${y}`,
    )
    .join("");

const summaryOf = (columns: string[], sums: number[], format: (value: number) => string): string => {
  const best = sums.indexOf(Math.max(...sums, 0));
  const sum = sums.reduce((all, value) => all + value, 0);
  return sum === 0 ? "nothing yet" : `highest on ${longColumn(columns[best] ?? "")} with ${format(sums[best] ?? 0)}`;
};

/** 1, 2 or 5 times a power of ten, in quarters that are whole. */
function niceTop(most: number): number {
  if (most <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 4, 8, 10].map((times) => times * power).find((value) => value >= most) ?? most;
}
