import { Group, Text } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { type KeyboardEvent, useState } from "react";
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
  labelOf?: (column: string) => string;
}

const HEIGHT = 240;
const PAD = { left: 56, right: 8, top: 12, bottom: 24 };

/**
 * Stacked columns, or lines. Drawn by hand: a chart library alone would be heavier than the rest of the page
 * (docs/decisions). The column under the pointer, or chosen with the arrow keys, is told in full.
 */
export function BarChart(props: BarChartProps) {
  const { title, columns, series, format = formatNumber, lines = false, budget = null, labelOf = shortDay } = props;
  const { ref, width } = useElementSize();
  const [at, setAt] = useState<number | null>(null);
  const sums = columns.map((_, column) => {
    const values = series.map(({ values }) => values[column] || 0);
    return lines ? Math.max(0, ...values) : values.reduce((sum, value) => sum + value, 0);
  });
  const top = niceTop(Math.max(...sums, budget?.value ?? 0, 0));
  const plot = { width: Math.max(0, width - PAD.left - PAD.right), height: HEIGHT - PAD.top - PAD.bottom };
  const step = plot.width / Math.max(1, columns.length);
  const x = (column: number) => PAD.left + column * step;
  const y = (value: number) => PAD.top + plot.height * (1 - value / top);
  const every = Math.max(1, Math.ceil(70 / Math.max(1, step)));
  const move = (event: KeyboardEvent) => {
    const jumps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -columns.length, End: columns.length };
    const by = jumps[event.key];
    if (event.key === "Escape") setAt(null);
    if (by === undefined) return;
    event.preventDefault();
    setAt((now) => Math.max(0, Math.min(columns.length - 1, (now ?? columns.length) + by)));
  };
  return (
    <figure style={{ margin: 0 }}>
      <section
        ref={ref}
        className="chart"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys choose a column
        tabIndex={0}
        aria-label={`${title}: choose with the arrow keys`}
        onKeyDown={move}
        onBlur={() => setAt(null)}
        onMouseLeave={() => setAt(null)}
      >
        <svg width="100%" height={HEIGHT} role="img" aria-label={`${title}: ${summaryOf(columns, sums, format)}`}>
          {[0, 0.25, 0.5, 0.75, 1].map((part) => (
            <g key={part}>
              <line
                x1={PAD.left}
                x2={PAD.left + plot.width}
                y1={y(top * part)}
                y2={y(top * part)}
                stroke="var(--line)"
              />
              <text className="chart-text" x={PAD.left - 8} y={y(top * part) + 4} textAnchor="end">
                {format(top * part)}
              </text>
            </g>
          ))}
          {width > 0 &&
            columns.map((column, index) => (
              // biome-ignore lint/a11y/noStaticElementInteractions: the keys do the same on the chart itself
              <g
                key={column}
                className={index === at ? "chart-bar chosen" : "chart-bar"}
                onMouseEnter={() => setAt(index)}
              >
                <rect className="chart-column" x={x(index)} y={PAD.top} width={step} height={plot.height} />
                {!lines && <Stack series={series} index={index} x={x(index)} step={step} y={y} />}
                {index % every === 0 && (
                  <text className="chart-text" x={x(index + 0.5)} y={HEIGHT - 6} textAnchor="middle">
                    {labelOf(column)}
                  </text>
                )}
              </g>
            ))}
          {width > 0 &&
            lines &&
            series.map(({ name, color, values }) => (
              <g key={name}>
                <path
                  className="chart-line"
                  d={linePath(values.map((value, index) => [x(index + 0.5), y(value)]))}
                  stroke={color}
                />
                {values.map(
                  (value, index) =>
                    !Number.isNaN(value) && (
                      <circle key={columns[index]} cx={x(index + 0.5)} cy={y(value)} r={2.5} fill={color} />
                    ),
                )}
              </g>
            ))}
          {budget && (
            <g>
              <line
                className="chart-budget"
                x1={PAD.left}
                x2={PAD.left + plot.width}
                y1={y(budget.value)}
                y2={y(budget.value)}
              />
              <text className="chart-text" x={PAD.left + plot.width} y={y(budget.value) - 5} textAnchor="end">
                {budget.label}
              </text>
            </g>
          )}
        </svg>
        {at !== null && width > 0 && (
          <ChartTooltip
            left={x(at + 0.5)}
            width={width}
            title={columns[at]!.replace("T", " ").replace(/ (\d\d)$/, " $1:00 UTC")}
            rows={series.map(({ name, color, values }) => ({ name, color, value: values[at] || 0 }))}
            sum={lines ? null : sums[at]!}
            format={format}
          />
        )}
      </section>
      {series.length > 1 && <Legend series={series} />}
    </figure>
  );
}

interface StackProps {
  series: Series[];
  index: number;
  x: number;
  step: number;
  y: (value: number) => number;
}

function Stack({ series, index, x, step, y }: StackProps) {
  let below = 0;
  return series.map(({ name, color, values }) => {
    const value = values[index] ?? 0;
    if (value === 0) return null;
    const [from, to] = [y(below), y(below + value)];
    below += value;
    return (
      <rect
        key={name}
        x={x + step * 0.15}
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
    <Group gap="md" mt="xs" component="figcaption">
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
      Number.isNaN(y) ? "" : `${index === 0 || Number.isNaN(points[index - 1]![1]) ? "M" : "L"}${x} ${y}`,
    )
    .join("");

/** `11-15` of a day, `13:00` of an hour. */
const shortDay = (column: string): string => (column.includes("T") ? `${column.slice(11)}:00` : column.slice(5));

const summaryOf = (columns: string[], sums: number[], format: (value: number) => string): string => {
  const best = sums.indexOf(Math.max(...sums, 0));
  const sum = sums.reduce((all, value) => all + value, 0);
  return sum === 0 ? "nothing yet" : `highest on ${columns[best]} with ${format(sums[best]!)}`;
};

/** 1, 2 or 5 times a power of ten, in quarters that are whole. */
function niceTop(most: number): number {
  if (most <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 4, 8, 10].map((times) => times * power).find((value) => value >= most) ?? most;
}
