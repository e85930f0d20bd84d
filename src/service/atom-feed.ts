import type { ChangeView, ScheduleView } from "./work-views.ts";

const escaped = (text: string): string =>
  text
    // Control characters have no place in XML, escaped or not.
    .replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

const nameOf = ({ record, record_id }: ChangeView): string => String(record?.name ?? record_id);

const linesOf = ({ fields }: ChangeView): string =>
  Object.entries(fields ?? {})
    .map(([name, { old, new: now }]) => `${name}: ${JSON.stringify(old)} → ${JSON.stringify(now)}`)
    .join("\n");

/** The changes of a schedule as Atom (RFC 4287): an entry a change, newest first. */
export function atomFeed({ id, name, created_at }: ScheduleView, changes: ChangeView[]): string {
  const entries = changes.map(
    (change) => `  <entry>
    <id>urn:uuid:${change.run_id}#${encodeURIComponent(change.record_id)}</id>
    <title>${escaped(`${change.kind}: ${nameOf(change)}`)}</title>
    <updated>${change.at}</updated>
    <content type="text">${escaped(change.fields ? linesOf(change) : JSON.stringify(change.record))}</content>
  </entry>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>urn:uuid:${id}</id>
  <title>${escaped(name)}</title>
  <updated>${changes[0]?.at ?? created_at}</updated>
  <author><name>Winnow</name></author>
${entries.join("\n")}
</feed>
`;
}
