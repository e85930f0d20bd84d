import type { RunReport } from "../extraction/types.ts";
import type { Incidents } from "./incidents.ts";
import type { OperationMonitor } from "./operation-monitor.ts";

/** Runs in a row that fell back before it is an incident, and that did not before it is over. */
const LASTING = 3;

/** Watches for sources that read another form of the site's pages than the usual one: it works, and nobody would notice. */
export function createFallbackWatch(incidents: Incidents) {
  const runs = new Map<string, { form: string | null; inARow: number }>();

  return (monitor: OperationMonitor, { error, findings, request }: RunReport): void => {
    if (error) return;
    const { path } = monitor.operation;
    const form = findings.warnings.find((code) => code.startsWith("fallback:"))?.slice("fallback:".length) ?? null;
    const before = runs.get(path);
    const inARow = before?.form === form ? before.inARow + 1 : 1;
    runs.set(path, { form, inARow });
    if (inARow < LASTING) return;
    const open = incidents.ofOperation(path, ["fallback"]);
    if (form === null) for (const { no } of open) incidents.close(no);
    else if (open.length === 0) {
      incidents.raise(
        {
          source: monitor.source.name,
          operation: path,
          kind: "fallback",
          field: null,
          blocking: false,
          reason: `The usual form of the site's pages (${form}) could not be read in the last ${inARow} calls; another form is read instead.`,
          details: { example_request: request },
        },
        monitor.evidence(),
      );
    }
  };
}
