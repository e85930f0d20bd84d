import { Text } from "@mantine/core";

interface ChartTooltipProps {
  left: number;
  /** Of the chart: the tooltip stays inside. */
  width: number;
  title: string;
  rows: Array<{ name: string; color: string; value: number }>;
  /** Null where the rows cannot be added up. */
  sum: number | null;
  format: (value: number) => string;
}

const WIDTH = 240;

/** What one column of a chart says, in full. */
export function ChartTooltip({ left, width, title, rows, sum, format }: ChartTooltipProps) {
  const shown = rows.filter(({ value }) => value > 0);
  return (
    <div
      className="chart-tooltip"
      role="status"
      style={{ width: WIDTH, left: Math.max(0, Math.min(width - WIDTH, left - WIDTH / 2)) }}
    >
      <Text size="xs" fw={600}>
        {title}
        {sum !== null && `: ${format(sum)}`}
      </Text>
      {shown.length === 0 && <Text size="xs">nothing</Text>}
      {(shown.length > 1 || sum === null) &&
        shown.map(({ name, color, value }) => (
          <div key={name} className="chart-tooltip-row">
            <span style={{ width: 8, height: 8, borderRadius: 2, background: color, flex: "none" }} />
            <Text size="xs" truncate style={{ flex: 1 }}>
              {name}
            </Text>
            <Text size="xs" fw={600}>
              {format(value)}
            </Text>
          </div>
        ))}
    </div>
  );
}
