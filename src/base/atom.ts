interface FeedEntry {
  id: string;
  title: string;
  text: string;
  /** ISO 8601, like the feed's. */
  updated: string;
}

interface Feed {
  id: string;
  title: string;
  /** The feed's own address; omitted if it is secret. */
  self?: string;
  /** Used if there is no entry. */
  updated: string;
  entries: FeedEntry[];
}

const escaped = (text: string): string =>
  text
    // XML forbids control characters, escaped or not.
    .replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const entryText = ({ id, title, text, updated }: FeedEntry): string => `
  <entry>
    <id>${escaped(id)}</id>
    <title>${escaped(title)}</title>
    <updated>${updated}</updated>
    <content type="text">${escaped(text)}</content>
  </entry>`;

/** An Atom feed (RFC 4287). */
export const atomFeed = ({ id, title, self, updated, entries }: Feed): string => `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${escaped(id)}</id>
  <title>${escaped(title)}</title>${self === undefined ? "" : `\n  <link rel="self" href="${escaped(self)}"/>`}
  <updated>${
    entries
      .map((entry) => entry.updated)
      .toSorted()
      .at(-1) ?? updated
  }</updated>
  <author><name>Winnow</name></author>${entries.map(entryText).join("")}
</feed>
`;
