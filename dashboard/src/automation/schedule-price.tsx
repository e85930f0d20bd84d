import { Box, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "../api/call.ts";
import { queries } from "../api/queries.ts";
import { Facts } from "../ui/fact.tsx";
import { formatNumber, plural } from "../ui/format.ts";

interface ScheduleInput {
  /** Undefined while the text is not valid JSON. */
  request: unknown;
  time_zone: string;
}

const DAYS = 30;

/** Says for how many days the points last, if they do not last for the days that are quoted. */
export function lastsNote(points: number, cost: number): string | null {
  if (cost <= points) return null;
  const days = Math.floor((points / cost) * DAYS);
  return days === 0 ? "Your points do not last a day." : `Your points last ${plural(days, "day")}.`;
}

/** The price of a schedule, quoted by the service before it is saved. */
export function useSchedulePrice(input: ScheduleInput) {
  const [text] = useDebouncedValue(JSON.stringify(input), 350);
  const debounced = JSON.parse(text) as Partial<ScheduleInput>;
  const { data, error } = useQuery({
    queryKey: ["schedule-price", text],
    queryFn: () => api.post("/schedules/preview", debounced),
    placeholderData: keepPreviousData,
    enabled: debounced.request !== undefined,
    retry: false,
  });
  return { price: data, error, timeZone: debounced.time_zone };
}

export function SchedulePrice({ price: data, error, timeZone }: ReturnType<typeof useSchedulePrice>) {
  const points = useQuery(queries.session).data?.me?.points;
  if (error) {
    return (
      <Text c="var(--mantine-color-error)" size="sm" mt="md" role="status" style={{ whiteSpace: "pre-line" }}>
        {error.message}
      </Text>
    );
  }
  if (!data) return null;
  const lasts = points === undefined ? null : lastsNote(points, data.cost_next_30_days);
  const time = new Intl.DateTimeFormat("en-GB", {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
  });
  const [next, ...later] = data.next_runs.map((at) => time.format(Date.parse(at)));
  return (
    <Box role="status" mt="md">
      <Facts
        of={[
          ["Cost of a run", `at most ${formatNumber(data.cost_per_run)} points`],
          [
            "Cost of the next 30 days",
            `at most ${formatNumber(data.cost_next_30_days)} points`,
            plural(data.runs_next_30_days, "run"),
          ],
          ["Next runs", next ?? "never", later.slice(0, 3).join(" · ")],
        ]}
      />
      {lasts && (
        <Text size="sm" mt="xs" c="var(--mantine-color-error)">
          {lasts}
        </Text>
      )}
    </Box>
  );
}
