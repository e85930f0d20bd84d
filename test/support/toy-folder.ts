import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The address from which generated sources import the contract. */
export const contract = pathToFileURL(fileURLToPath(new URL("../../src/contract/", import.meta.url))).href;

/** A whole source in one file, as an engineer would write it for a seventh website. */
export const toySource = (name: string, { maxResults, cache }: { maxResults?: number; cache?: object } = {}) => `
import { defineOperation } from "${contract}operation.ts";
import { defineSource } from "${contract}source.ts";
import { perResults } from "${contract}price.ts";
import { countField, defineRequest, textField, timeoutField } from "${contract}fields.ts";
import { jsonRecord, text } from "${contract}../source-kit/record.ts";
import { NoSuchThing, ruleBroken } from "${contract}errors.ts";
import { Page } from "${contract}page.ts";

const Thing = jsonRecord("${name}Thing", { id: text().filled("always").meaning("ID."), name: text().filled("usually").meaning("Name.") });
const { make: thing } = Thing;
const read = (answer) => {
  const { things } = JSON.parse(answer.text());
  if (!things) throw new NoSuchThing("no such shelf");
  return Page.of(things, thing);
};

const list = defineOperation({
  path: "/api/${name}/things",
  summary: "Things on a shelf",
  description: "Everything on one shelf.",
  price: perResults({ credits: 3, results: 10 }),
  request: defineRequest("${name}Things", { shelf: textField({ description: "Which shelf.", minLength: 1 }), count: countField(), timeout: timeoutField }),
  record: Thing,
  ${cache === undefined ? "" : `cache: ${JSON.stringify(cache)},`}
  ${maxResults === undefined ? "" : `maxResults: ${maxResults},`}
  examples: [{ shelf: "top", count: 5 }],
  echo: { shelf: "The toy does not repeat it." },
  pageSize: { unknown: "Its one page has as many as were asked for." },
  warnings: { radius_without_location: "A warning of its own." },
  exampleRecord: { "@type": "${name}Thing", id: "0", name: "thing 0" },
  check({ shelf }) {
    if (shelf === "cellar") throw ruleBroken({ loc: ["shelf"], msg: "the cellar has no shelf", input: shelf });
  },
  async *run({ shelf }, site) {
    if (shelf === "told") site.report({ total: 77, resolved: { shelf: "Полка 1", id: 5 }, warnings: ["radius_without_location"] });
    if (shelf === "limited") site.report({ total: 900, sourceLimited: true });
    yield* site.readAll([{ path: \`/shelf/\${encodeURIComponent(shelf)}?page=1\` }, { path: \`/shelf/\${encodeURIComponent(shelf)}?page=2\` }], read);
  },
  parse: read,
});

export default defineSource({
  name: "${name}",
  title: "A shelf",
  origins: { site: "https://${name}.example" },
  politeness: { concurrency: 4, perSecond: 50 },
  headers: {},
  blockMarker: () => null,
  operations: [list],
  canaries: { live: { things: [{ request: { shelf: "top", count: 5 } }, { request: { shelf: "low", count: 5 }, goLiveOnly: true }] } },
  standIn: async () => ({
    answer: ({ url }) => {
      if (url.pathname === "/shelf/none") return { status: 200, headers: { "content-type": "application/json" }, body: "{}" };
      if (url.pathname === "/shelf/broken") return { status: 200, headers: { "content-type": "application/json" }, body: "not json" };
      const page = Number(url.searchParams.get("page"));
      if (url.pathname === "/shelf/half" && page === 2) return { status: 200, headers: { "content-type": "application/json" }, body: "{}" };
      if (url.pathname.startsWith("/shelf/trap")) throw new Error("the site fails on this input");
      if (url.pathname === "/shelf/never") return new Promise(() => {});
      if (url.pathname === "/shelf/slow" && page === 2) return new Promise(() => {});
      const things = Array.from({ length: 10 }, (_, i) => ({ id: String((page - 1) * 10 + i), name: "thing " + i }));
      return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify({ things }) };
    },
    challenge: () => ({ status: 403, body: "go away" }),
  }),
});
`;

/** A temporary folder of sources: each with its `source.ts`, or several files by path. */
export async function sourcesFolder(files: Record<string, string | Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "winnow-sources-"));
  await writeFile(join(folder, "package.json"), '{"type":"module"}');
  for (const [name, content] of Object.entries(files)) {
    for (const [path, text] of Object.entries(typeof content === "string" ? { "source.ts": content } : content)) {
      await mkdir(dirname(join(folder, name, path)), { recursive: true });
      await writeFile(join(folder, name, path), text);
    }
  }
  return folder;
}
