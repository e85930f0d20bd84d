import type { DayStatus } from "../../../src/health/status-types.ts";
import { formatDate, plural } from "../ui/format.ts";

const words = { ok: "working", degraded: "degraded", down: "down", none: "no calls" } as const;

/** One bar per day, oldest first, each with its meaning in words. */
export function StatusDays({ days, title }: { days: DayStatus[]; title: string }) {
  const troubled = days.filter(({ state }) => state === "down" || state === "degraded").length;
  const summary = troubled === 0 ? "no problems" : `problems on ${plural(troubled, "day")}`;
  return (
    <svg
      className="status-days"
      viewBox={`0 0 ${days.length * 10} 34`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${title}, the last ${days.length} days: ${summary}`}
    >
      {days.map(({ day, state, down_minutes }, index) => (
        <rect key={day} className={`day-${state}`} x={index * 10} y={0} width={7} height={34} rx={2}>
          <title>
            {[
              `${formatDate(Date.parse(day))}: ${words[state]}`,
              down_minutes > 0 && `down for ${plural(down_minutes, "minute")}`,
            ]
              .filter(Boolean)
              .join("; ")}
          </title>
        </rect>
      ))}
    </svg>
  );
}
