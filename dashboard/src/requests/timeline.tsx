import { Text } from "@mantine/core";
import type { CallDetails } from "../../../src/service/call-log-types.ts";
import { formatDuration, plural } from "../ui/format.ts";
import { Note } from "../ui/note.tsx";

type Step = CallDetails["steps"][number];

const labels: Record<Step["name"], string> = {
  queue: "Waited in the queue",
  admission: "Admission",
  permit: "Waited for the site's permit",
  page: "Fetched a page",
  parse: "Parsed the page",
  settle: "Settlement",
};

interface TimelineProps {
  steps: Step[];
  leftOut: number;
  /** Total duration of the call. */
  total: number;
}

/** Where a call spent its time: one bar per step. */
export function Timeline({ steps, leftOut, total }: TimelineProps) {
  const span = Math.max(1, total, ...steps.map(({ at, ms }) => at + ms));
  if (steps.length === 0) return <Text c="dimmed">The call was refused before it started.</Text>;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <ol className="timeline" tabIndex={0} aria-label="Steps of the call">
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a call that has ended do not move
          <li key={index}>
            <span className="timeline-label">
              {labels[step.name]}
              {step.queued && step.queued.position > 1 && (
                <Text span size="xs" c="dimmed">
                  {" "}
                  position {step.queued.position}, expected wait {formatDuration(step.queued.expectedMs)}
                </Text>
              )}
              {step.note && <span className="timeline-note"> {step.note.replaceAll("_", " ")}</span>}
            </span>
            <span className="timeline-track" aria-hidden>
              <span
                className={`timeline-bar step-${step.name}${step.note ? " step-failed" : ""}`}
                style={{
                  left: `${(step.at / span) * 100}%`,
                  width: `max(3px, ${(Math.max(0, step.ms) / span) * 100}%)`,
                }}
              />
            </span>
            <span className="timeline-ms">
              {formatDuration(step.ms)}
              <span className="visually-hidden"> from {formatDuration(step.at)} on</span>
            </span>
          </li>
        ))}
      </ol>
      {leftOut > 0 && <Note mt="xs">{plural(leftOut, "further step")} not stored.</Note>}
    </>
  );
}
