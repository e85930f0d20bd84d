import { selectOne } from "css-select";
import { parseDocument } from "htmlparser2";
import type { Operation } from "../../contract/operation.ts";
import type { Place } from "../../contract/provenance.ts";
import { type FieldProvenance, PROVENANCE, type Provenance } from "../../contract/provenance-view.ts";
import type { Answer } from "../../contract/site.ts";
import type { Source } from "../../contract/source.ts";
import type { Recording } from "../../extraction/recording/recording.ts";
import { replay } from "../../extraction/recording/replay.ts";
import { CommandFailed } from "../command-failed.ts";

type Rec = Readonly<Record<string, unknown>>;
type Text = Pick<Answer, "url" | "text">;

/** `--explain` without a field means all of them. */
export type Explain = string | true;

export const EXPLAIN = [
  "--explain [field]",
  "print where each record has this field, or every field, from instead: locator, raw text, page and place",
] as const;

/** Replays a recording and says where the records have their values from. */
export async function explainedReplay(
  recording: Recording,
  source: Source,
  settings: Readonly<Record<string, string>>,
  field: Explain,
): Promise<string> {
  const operation = source.operations.find(({ path }) => path === recording.operation);
  checkField(operation, field);
  const pages: Text[] = [];
  const reading = ({ answer }: { answer: Answer }) => void pages.push({ url: answer.url, text: answer.text });
  return explained(await replay(recording, source, settings, { reading }, { provenance: true }), field, pages);
}

export function checkField(operation: Pick<Operation, "record"> | undefined, field: Explain): void {
  const known = Object.keys(operation?.record.properties ?? {});
  if (field === true || known.includes(/^[^.[]*/.exec(field)?.[0] ?? "")) return;
  throw new CommandFailed(`no field "${field}"; there are ${known.filter((name) => name !== "@type").join(", ")}`);
}

export const explained = (records: readonly Rec[], field: Explain, pages: readonly Text[]): string =>
  records.map((record) => recordLines(record, field, pages)).join("");

function recordLines(record: Rec, field: Explain, pages: readonly Text[]): string {
  const provenance = record[PROVENANCE] as Provenance;
  const isWanted = (path: string) => field === true || path === field || /^[.[]/.test(path.slice(field.length));
  const paths = Object.keys(provenance.fields).filter(
    (path) => isWanted(path) && path.startsWith(field === true ? "" : field),
  );
  const of = record.id === undefined ? "" : ` of ${record.id}`;
  if (paths.length === 0) return `${field}${of}: null\n`;
  return paths
    .map((path) => {
      const from = provenance.fields[path]!;
      const page = from.page === null ? null : provenance.pages[from.page]!;
      const texts = pages.filter(({ url }) => page === null || url === page.url);
      return `${path}${of}: ${JSON.stringify(valueAt(record, path))}\n${placeLines(from, page?.url ?? "", texts, record.id)}`;
    })
    .join("");
}

function placeLines(from: FieldProvenance, url: string, pages: readonly Text[], id: unknown): string {
  const locator = `  locator: ${from.locator ?? "none, the reader's code finds it"}\n`;
  if ("place" in from) {
    const [found] = pages.flatMap((page) => lineOf(page.text(), from, id) ?? []);
    const line = found === undefined ? "" : `, ${found}`;
    return `${locator}  raw text: ${JSON.stringify(from.raw)}\n  page: ${url}${line}\n  place: ${placeInWords(from)}\n`;
  }
  const reads = from.computed_from.map((place) => `    ${placeInWords(place)}: ${JSON.stringify(place.raw)}\n`);
  const words = reads.length === 0 ? "the request, or the reader's own words" : "";
  return `${locator}${url && `  page: ${url}\n`}  computed from: ${words}\n${reads.join("")}`;
}

const placeInWords = ({ place, inside }: Omit<Place, "raw">): string =>
  inside === undefined ? place : `${place} in ${inside}`;

const valueAt = (record: Rec, path: string): unknown =>
  path
    .split(/[.[\]]+/)
    .filter(Boolean)
    .reduce<unknown>((inside, name) => Reflect.get(Object(inside), name), record) ?? null;

/** Where a page has a place: the element of its selector, or the text behind its name, after the record's id. */
function lineOf(text: string, { place, raw }: Place, id: unknown): string | null {
  const at = place.startsWith("$")
    ? textOffset(text, place, raw, Math.max(0, text.indexOf(String(id))))
    : elementOffset(text, place);
  if (at === null) return null;
  const before = text.slice(0, at);
  return `line ${before.split("\n").length}, column ${at - before.lastIndexOf("\n")}`;
}

const elementOffset = (text: string, place: string): number | null =>
  selectOne(place.replace(/@[^@]*$/, ""), parseDocument(text, { withStartIndices: true }))?.startIndex ?? null;

function textOffset(text: string, place: string, raw: Place["raw"], from: number): number | null {
  const written = JSON.stringify(raw);
  const name = JSON.stringify(/[\w$-]+(?="?\]?$)/.exec(place)?.[0] ?? "");
  const inScript = (words: string) => words.replaceAll('"', '\\"');
  const ways: Array<[before: string, value: string]> = [
    [`${name}:`, written],
    [`${name}: `, written],
    [inScript(`${name}:`), inScript(written)],
    ["", written],
    ["", String(raw)],
  ];
  for (const start of [from, 0]) {
    for (const [before, value] of ways) {
      const at = text.indexOf(before + value, start);
      if (at >= 0) return at + before.length;
    }
  }
  return null;
}
