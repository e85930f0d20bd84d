import { atomFeed } from "../base/atom.ts";
import type { ScheduleFeed } from "../jobs/schedules/types.ts";
import type { ChangeView, PastRun } from "../jobs/work-views.ts";
import { notCompared } from "../words/not-compared.ts";

const MAX_ENTRIES = 100;

const nameOf = ({ record, record_id }: ChangeView): string => String(record?.name ?? record_id);

const lines = ({ fields }: ChangeView): string =>
  Object.entries(fields ?? {})
    .map(([name, { old, new: now }]) => `${name}: ${JSON.stringify(old)} → ${JSON.stringify(now)}`)
    .join("\n");

/** Bounds a feed that anyone with its address may read. `GET /schedules/{id}/changes` has the whole record. */
const MAX_TEXT = 2_000;
const shortened = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);

/** No news of a run is news only if it was compared. The first run has nothing to be compared with. */
const isSilent = ({ not_compared_because: because }: PastRun): boolean =>
  because !== null && because !== "pending" && because !== "first_run";

/** The changes of a schedule, one entry each, and the runs that were not compared, newest first. */
export function scheduleFeed({ schedule: { id, name, created_at }, changes, runs }: ScheduleFeed): string {
  const entries = [
    ...changes.map((change) => ({
      id: `urn:uuid:${change.run_id}#${encodeURIComponent(change.record_id)}`,
      title: shortened(`${change.kind}: ${nameOf(change)}`),
      text: shortened(change.fields ? lines(change) : JSON.stringify(change.record)),
      updated: change.at,
    })),
    ...runs.filter(isSilent).map((run) => ({
      id: `urn:uuid:${run.id}`,
      title: "Not compared",
      text: `Not compared: ${notCompared[run.not_compared_because ?? "not_possible"]}.`,
      updated: run.ended_at ?? run.at,
    })),
  ];
  const newest = entries.toSorted((a, b) => Date.parse(b.updated) - Date.parse(a.updated)).slice(0, MAX_ENTRIES);
  return atomFeed({ id: `urn:uuid:${id}`, title: name, updated: created_at, entries: newest });
}
