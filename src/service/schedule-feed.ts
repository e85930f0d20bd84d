import { atomFeed } from "../base/atom.ts";
import type { ChangeView, ScheduleView } from "./work-views.ts";

const nameOf = ({ record, record_id }: ChangeView): string => String(record?.name ?? record_id);

const linesOf = ({ fields }: ChangeView): string =>
  Object.entries(fields ?? {})
    .map(([name, { old, new: now }]) => `${name}: ${JSON.stringify(old)} → ${JSON.stringify(now)}`)
    .join("\n");

/** The changes of a schedule, newest first, one entry each. */
export const scheduleFeed = ({ id, name, created_at }: ScheduleView, changes: ChangeView[]): string =>
  atomFeed({
    id: `urn:uuid:${id}`,
    title: name,
    updated: created_at,
    entries: changes.map((change) => ({
      id: `urn:uuid:${change.run_id}#${encodeURIComponent(change.record_id)}`,
      title: `${change.kind}: ${nameOf(change)}`,
      text: change.fields ? linesOf(change) : JSON.stringify(change.record),
      updated: change.at,
    })),
  });
