const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

export interface FeedEntry {
  id: string;
  title: string;
  summary: string;
  updatedAt: number;
}

/** An Atom feed (RFC 4287), newest first. */
export function atomFeed(
  about: { id: string; title: string; self: string },
  entries: FeedEntry[],
  now: number,
): string {
  const iso = (at: number) => new Date(at).toISOString();
  const updated = entries.length > 0 ? Math.max(...entries.map(({ updatedAt }) => updatedAt)) : now;
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${escapeXml(about.id)}</id>
  <title>${escapeXml(about.title)}</title>
  <link rel="self" href="${escapeXml(about.self)}"/>
  <updated>${iso(updated)}</updated>
  <author><name>Winnow</name></author>
${entries
  .map(
    (entry) => `  <entry>
    <id>${escapeXml(entry.id)}</id>
    <title>${escapeXml(entry.title)}</title>
    <updated>${iso(entry.updatedAt)}</updated>
    <summary>${escapeXml(entry.summary)}</summary>
  </entry>`,
  )
  .join("\n")}
</feed>
`;
}
