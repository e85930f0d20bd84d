import type { DestinationStream } from "pino";
import type { Clock } from "../base/clock.ts";
import { periodicTask } from "../base/periodic-task.ts";
import { attributes, type Collector, nanoseconds, resource, sendOtlp } from "./otlp.ts";

const PAUSE_MS = 1_000;
const AT_ONCE = 512;
/** Lines beyond this are not sent: the log itself has them. */
const MAX_WAITING = 4_096;
const LAST_MS = 2_000;

/** A log that also goes to a collector: the same lines, after secrets were taken out of them. */
export function otlpLogs(collector: Collector, clock: Clock, to: DestinationStream) {
  const waiting: string[] = [];
  const flush = async (timeoutMs?: number): Promise<void> => {
    while (waiting.length > 0) {
      const logRecords = waiting.splice(0, AT_ONCE).map(logRecord);
      const scopeLogs = [{ scope: { name: "winnow" }, logRecords }];
      await sendOtlp(collector, "logs", { resourceLogs: [{ resource, scopeLogs }] }, timeoutMs);
    }
  };
  // A line about it would have to be sent, too.
  const task = periodicTask({ clock, pauseMs: PAUSE_MS, run: () => flush(), onError: () => {} });
  task.start();
  return {
    write(line: string): void {
      to.write(line);
      if (waiting.length < MAX_WAITING) waiting.push(line);
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await task.close();
      await flush(LAST_MS).catch(() => {});
    },
  };
}

/** pino's levels are 10 to 60, OTLP's severities 1 to 24. */
function logRecord(line: string): object {
  const { level, time, msg, traceId, pid: _pid, hostname: _hostname, ...rest } = JSON.parse(line);
  return {
    timeUnixNano: nanoseconds(time),
    severityNumber: (level / 10) * 4 - 3,
    body: { stringValue: msg ?? "" },
    attributes: attributes(rest),
    ...(traceId && { traceId }),
  };
}
