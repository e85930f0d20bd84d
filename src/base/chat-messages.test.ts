import { expect, test } from "vitest";
import { type ChatFormat, chatServices } from "../words/webhook-formats.ts";
import { chatBody, chatRequest } from "./chat-messages.ts";

const formats = Object.keys(chatServices) as ChatFormat[];
const LINK = "https://winnow.example/automation/schedules/1";
/** What a site could name a product. */
const HOSTILE =
  "<!channel> <@U1> @everyone @here [free](http://evil.example) <https://evil.example|x> **b** `c`\n# head";

const hostile = (format: ChatFormat) =>
  JSON.stringify(chatBody(format, { title: HOSTILE, lines: [HOSTILE], link: LINK }));

test("text of a site becomes neither a mention, nor a link, nor a line of its own", () => {
  const slack = hostile("slack");
  expect(slack.match(/<[^>]*>/g)).toEqual([`<${LINK}|Open in Winnow>`]);
  expect(slack).not.toMatch(/@(here|everyone|channel)/);
  expect(JSON.parse(slack).blocks[0].text.verbatim).toBe(true);

  const discord = JSON.parse(hostile("discord"));
  expect(discord.allowed_mentions).toEqual({ parse: [] });
  // Every character with a meaning has a backslash, apart from the bold title and our own link.
  const [title, line, link] = discord.content.split("\n");
  for (const text of [title.slice(2, -2), line])
    expect(text.replaceAll(/\\./g, "")).not.toMatch(/[\\*_~`|>#[\]()<@:-]/);
  expect(link).toBe(`[Open in Winnow](<${LINK}>)`);

  const { body, actions } = JSON.parse(hostile("teams")).attachments[0].content;
  expect(
    body.map(({ type, inlines }: { type: string; inlines: Array<{ type: string }> }) => [type, inlines[0]!.type]),
  ).toEqual([
    ["RichTextBlock", "TextRun"],
    ["RichTextBlock", "TextRun"],
  ]);
  expect(actions).toEqual([{ type: "Action.OpenUrl", title: "Open in Winnow", url: LINK }]);

  const ntfy = JSON.parse(hostile("ntfy"));
  expect([ntfy.markdown, ntfy.click, ntfy.message.split("\n").length]).toEqual([undefined, LINK, 1]);
});

test.each(formats)(
  "a message of thousands of long lines fits into the limit of %s and says how many it left out",
  (format) => {
    const lines = Array.from({ length: 5_000 }, () => "<&>*é💡".repeat(200));
    const body = chatBody(format, { title: "&".repeat(5_000), lines, link: LINK });
    const limits = { slack: 3_000, discord: 2_000, ntfy: 4_096, teams: 28_000 };
    const sized: Record<ChatFormat, (body: any) => number> = {
      slack: ({ blocks }) => blocks[0].text.text.length,
      discord: ({ content }) => content.length,
      ntfy: ({ message }) => Buffer.byteLength(message),
      teams: (all) => Buffer.byteLength(JSON.stringify(all)),
    };
    expect(sized[format](body)).toBeLessThanOrEqual(limits[format]);
    expect(JSON.stringify(body)).toMatch(/and \d{4} more/);
    expect(JSON.stringify(body).isWellFormed()).toBe(true);
  },
);

test("ntfy gets JSON at its root, with the topic inside and the address's own parameters", () => {
  const { url, body } = chatRequest("ntfy", "https://ntfy.example/sub/prices?auth=abc", { title: "t" });
  expect([url, JSON.parse(body)]).toEqual(["https://ntfy.example/sub?auth=abc", { topic: "prices", title: "t" }]);
  expect(chatRequest("ntfy", "https://ntfy.example/prices", {}).url).toBe("https://ntfy.example/");
});
