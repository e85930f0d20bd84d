import { Group, Text } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { formatNumber } from "../format.ts";

export interface Series {
  name: string;
  color: string;
  /** One value a column. */
  values: number[];
}

interface BarChartProps {
  title: string;
  columns: string[];
  series: Series[];
  format?: (value: number) => string;
}

const HEIGHT = 220;
const PAD = { left: 52, right: 8, top: 10, bottom: 24 };

/** Stacked columns. Drawn by hand: a chart library alone would be heavier than the rest of the page. */
export function BarChart({ title, columns, series, format = formatNumber }: BarChartProps) {
  const { ref, width } = useElementSize();
  const totals = columns.map((_, column) => series.reduce((sum, { values }) => sum + (values[column] ?? 0), 0));
  const top = niceTop(Math.max(...totals, 0));
  const plot = { width: Math.max(0, width - PAD.left - PAD.right), height: HEIGHT - PAD.top - PAD.bottom };
  const step = plot.width / Math.max(1, columns.length);
  const y = (value: number) => PAD.top + plot.height * (1 - value / top);
  const every = Math.max(1, Math.ceil(70 / Math.max(1, step)));
  return (
    <figure style={{ margin: 0 }}>
      <div ref={ref}>
        <svg width="100%" height={HEIGHT} role="img" aria-label={`${title}: ${summaryOf(columns, totals, format)}`}>
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
            columns.map((column, index) => {
              let below = 0;
              return (
                <g key={column} className="chart-bar">
                  <title>{`${column}: ${format(totals[index]!)}`}</title>
                  <rect x={PAD.left + index * step} y={PAD.top} width={step} height={plot.height} fill="transparent" />
                  {series.map(({ name, color, values }) => {
                    const value = values[index] ?? 0;
                    if (value === 0) return null;
                    const bar = (
                      <rect
                        key={name}
                        x={PAD.left + index * step + step * 0.15}
                        width={step * 0.7}
                        y={y(below + value)}
                        height={Math.max(1, y(below) - y(below + value))}
                        rx={Math.min(3, step * 0.15)}
                        fill={color}
                      />
                    );
                    below += value;
                    return bar;
                  })}
                  {index % every === 0 && (
                    <text className="chart-text" x={PAD.left + (index + 0.5) * step} y={HEIGHT - 6} textAnchor="middle">
                      {column.slice(5)}
                    </text>
                  )}
                </g>
              );
            })}
        </svg>
      </div>
      {series.length > 1 && <Legend series={series} />}
    </figure>
  );
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

const summaryOf = (columns: string[], totals: number[], format: (value: number) => string): string => {
  const best = totals.indexOf(Math.max(...totals, 0));
  const sum = totals.reduce((all, value) => all + value, 0);
  return sum === 0 ? "nothing yet" : `highest on ${columns[best]} with ${format(totals[best]!)}`;
};

/** 1, 2 or 5 times a power of ten, in quarters that are whole. */
function niceTop(most: number): number {
  if (most <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 4, 8, 10].map((times) => times * power).find((value) => value >= most) ?? most;
}
