import type { ChatFormat } from "../words/webhook-formats.ts";

/** A message for people. Its texts may come from a site or a stranger: each format makes plain text of them. */
export interface ChatMessage {
  title: string;
  lines: string[];
  /** A page of ours. */
  link: string | null;
}

const MAX_TITLE = 200;
const MAX_LINE = 300;
const OPEN = "Open in Winnow";

/** One line without control characters. */
const oneLine = (text: string, max: number): string => {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
  return (line.length > max ? `${line.slice(0, max - 1)}…` : line).toWellFormed();
};

/** As many lines as fit into so many bytes, and how many more there are. */
function fitted(lines: string[], maxBytes: number, plain: (text: string) => string = String): string[] {
  const shown: string[] = [];
  let left = maxBytes;
  for (const line of lines.map((text) => plain(oneLine(text, MAX_LINE)))) {
    left -= Buffer.byteLength(line) + 1;
    if (left < 0) return [...shown, `and ${lines.length - shown.length} more`];
    shown.push(line);
  }
  return shown;
}

/** Slack reads `<…>` as links and mentions; programs that take its messages also read `@channel`. */
const slackText = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll(/@(?=channel|here|all|everyone)/gi, "@\u200b");

/** A backslash before punctuation makes it plain: no styles, links or mentions. */
const discordText = (text: string): string => text.replaceAll(/[\\*_~`|>#[\]()<@:-]/g, "\\$&");

const run = (text: string, style: object = {}) => ({
  type: "RichTextBlock",
  inlines: [{ type: "TextRun", text, ...style }],
});

/** The body that each service takes, within its limits (Slack 3,000 characters, Discord 2,000, ntfy 4,096 bytes, Teams 28 kB). */
const bodies: Record<ChatFormat, (message: ChatMessage) => object> = {
  slack({ title, lines, link }) {
    const shown = [`*${slackText(title)}*`, ...fitted(lines, 1_600, slackText), ...(link ? [`<${link}|${OPEN}>`] : [])];
    const text = shown.join("\n");
    const section = { type: "section", text: { type: "mrkdwn", text, verbatim: true } };
    return { text: slackText(title), blocks: [section], unfurl_links: false, unfurl_media: false };
  },
  /** Runs of a rich text block are plain text, unlike text blocks. */
  teams: ({ title, lines, link }) => ({
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          body: [run(title, { weight: "Bolder", size: "Medium" }), ...fitted(lines, 10_000).map((line) => run(line))],
          ...(link && { actions: [{ type: "Action.OpenUrl", title: OPEN, url: link }] }),
        },
      },
    ],
  }),
  discord: ({ title, lines, link }) => ({
    content: [
      `**${discordText(title)}**`,
      ...fitted(lines, 1_100, discordText),
      ...(link ? [`[${OPEN}](<${link}>)`] : []),
    ].join("\n"),
    allowed_mentions: { parse: [] },
    // No previews of links.
    flags: 4,
  }),
  ntfy: ({ title, lines, link }) => ({
    title,
    message: fitted(lines, 3_800).join("\n") || title,
    ...(link && { click: link }),
  }),
};

export const chatBody = (format: ChatFormat, { title, ...message }: ChatMessage): object =>
  bodies[format]({ ...message, title: oneLine(title, MAX_TITLE) });

/** Where a body is sent, and what of it: ntfy takes JSON at its root, with the topic inside. */
export function chatRequest(format: ChatFormat, address: string, body: object): { url: string; body: string } {
  if (format !== "ntfy") return { url: address, body: JSON.stringify(body) };
  const url = new URL(address);
  const [topic = "", ...above] = url.pathname.split("/").toReversed();
  url.pathname = above.toReversed().join("/");
  return { url: url.href, body: JSON.stringify({ topic, ...body }) };
}

/** Whether a topic of ntfy is the last part of the address. */
export const hasTopic = (address: string): boolean => /\/[\w-]{1,64}$/.test(new URL(address).pathname);
