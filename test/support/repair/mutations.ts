import { selectOne } from "css-select";
import { type AnyNode, type Element, isTag } from "domhandler";
import { parseDocument } from "htmlparser2";
import { placeSteps, type Steps } from "../../../src/cli/repair/paths.ts";
import type { PageDocument } from "../../../src/contract/provenance.ts";

/** A change of a site's pages at one of the places that a field is read from. */
export interface Mutation {
  kind: "rename" | "container" | "move" | "wrap" | "unit" | "removed" | "twin";
  /** Changes the text of a page; null if the page does not have the place. */
  apply(page: string, documents: readonly PageDocument[]): string | null;
  words: string;
}

export const kinds = ["rename", "container", "move", "wrap", "unit"] as const;

type Random = () => number;
const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)]!;

const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);
const newName = (random: Random, key: string): string =>
  pick(random, [
    `${key}V2`,
    `new${capital(key)}`,
    `${key}Info`,
    `x_${key.toLowerCase()}`,
    `${key.slice(0, 3)}Fld`,
    "entry7",
  ]);

/** A change of JSON at a place such as `$.items[3].price.value`, in every entry alike. */
export function jsonMutation(
  kind: Mutation["kind"],
  place: string,
  inside: string | null,
  random: Random,
): Mutation | null {
  const steps = placeSteps(place);
  const key = steps.at(-1)!;
  if (key === "*") return null;
  const renamed = newName(random, key);
  const at = containerStep(steps, random);
  if (kind === "container" && at === null) return null;
  const box = pick(random, ["details", "info", "attributes", "content"]);
  const member = pick(random, ["value", "raw", "text"]);
  const changes: Record<Mutation["kind"], [Steps, string, (parent: Rec, key: string) => void]> = {
    rename: [steps, `${key} -> ${renamed}`, (parent, own) => moved(parent, own, renamed)],
    container: [
      steps.slice(0, (at ?? 0) + 1),
      `${steps[at ?? 0]} -> ${newName(() => 0, steps[at ?? 0]!)}`,
      (parent, own) =>
        moved(
          parent,
          own,
          newName(() => 0, own),
        ),
    ],
    move: [
      steps,
      `${key} -> ${box}.${key}`,
      (parent, own) => {
        parent[box] = { ...Object(parent[box]), [own]: parent[own] };
        delete parent[own];
      },
    ],
    wrap: [
      steps,
      `${key} -> ${key}.${member}`,
      (parent, own) => {
        parent[own] = { [member]: parent[own] };
      },
    ],
    unit: [
      steps,
      `${key} in another unit`,
      (parent, own) => {
        const value = parent[own];
        if (typeof value === "number") parent[own] = Math.round(value * 100 * 1e6) / 1e6;
        else if (/^\d+(\.\d+)?$/.test(String(value))) parent[own] = `${value} units`;
      },
    ],
    removed: [
      steps,
      `${key} is gone`,
      (parent, own) => {
        parent[renamed] = typeof parent[own] === "number" ? 7 : "something else";
        delete parent[own];
      },
    ],
    twin: [
      steps,
      `${key} -> ${renamed}, and the same elsewhere`,
      (parent, own) => {
        parent[`${own}Twin`] = parent[own];
        moved(parent, own, renamed);
      },
    ],
  };
  const [path, words, change] = changes[kind];
  return {
    kind,
    words: `${kind}: ${words}`,
    apply: (page, documents) => changedJson(page, documents, inside, path, change),
  };
}

type Rec = Record<string, unknown>;

function moved(parent: Rec, from: string, to: string): void {
  parent[to] = parent[from];
  delete parent[from];
}

/** A key above the last one that is not the way to the rows. */
function containerStep(steps: Steps, random: Random): number | null {
  const inRow = steps
    .map((step, nth) => ({ step, nth }))
    .slice(0, -1)
    .filter(({ step, nth }) => step !== "*" && nth > steps.indexOf("*"));
  return inRow.length === 0 ? null : pick(random, inRow).nth;
}

function changedJson(
  page: string,
  documents: readonly PageDocument[],
  inside: string | null,
  steps: Steps,
  change: (parent: Rec, key: string) => void,
): string | null {
  for (const { json, inside: own } of documents) {
    if (own !== inside) continue;
    const copy = structuredClone(json);
    const before = JSON.stringify(copy);
    visit(copy, steps, change);
    const after = JSON.stringify(copy);
    if (after === before) continue;
    if (inside === null) return after;
    const start = page.indexOf(before.slice(0, 40));
    const embedded = withEmbedded(page, inside, after);
    return embedded ?? (start < 0 ? null : page.slice(0, start) + after + page.slice(start + before.length));
  }
  return null;
}

function visit(value: unknown, steps: Steps, change: (parent: Rec, key: string) => void): void {
  if (typeof value !== "object" || value === null) return;
  const [step, ...rest] = steps;
  const matching = Object.keys(value).filter(
    (key) => Array.isArray(value) || placeSteps(`$[${JSON.stringify(key)}]`)[0] === step,
  );
  for (const key of matching) {
    if (rest.length > 0) visit(Reflect.get(value, key), rest, change);
    else change(value as Rec, key);
  }
}

/** The page with other JSON in the script of this attribute, or behind this variable. */
function withEmbedded(page: string, marker: string, json: string): string | null {
  const at = page.indexOf(marker);
  if (at < 0) return null;
  const script = /^[^<>]*>/.exec(page.slice(at + marker.length));
  const start = script ? at + marker.length + script[0].length : page.indexOf("{", at);
  const end = page.indexOf("</script", start);
  const last = script ? end : page.lastIndexOf("}", end) + 1;
  return end < 0 ? null : page.slice(0, start) + json.replaceAll("<", "\\u003c") + page.slice(last);
}

/** Other elements that a page may use for the same. */
const ELEMENTS = ["h5", "h6", "figure", "samp", "address"];

/** A renamed class, attribute, mark or kind of the element at a place, on the whole page. */
export function htmlMutation(page: string, place: string, random: Random): Mutation | null {
  const found = selectOne<AnyNode, Element>(place.replace(/@[^@]*$/, ""), parseDocument(page));
  const words: string[] = [];
  const element = random() < 0.5 ? elementMutation(page, found, random) : null;
  if (element) return element;
  for (let at: AnyNode | null = found, up = 0; at && isTag(at) && up < 4; at = at.parent, up++) {
    for (const [name, value] of Object.entries(at.attribs)) {
      if (name === "class") words.push(...value.split(/\s+/).filter(Boolean));
      else if (/^data-/.test(name)) words.push(name, ...(/^[\w-]{3,40}$/.test(value) ? [value] : []));
      else if (name === "itemprop") words.push(value);
    }
  }
  const tokens = [...new Set(words)].filter((word) => /^[\w-]{3,40}$/.test(word) && !/^\d+$/.test(word));
  if (tokens.length === 0) return null;
  const token = pick(random, tokens);
  const renamed = newName(random, token);
  const whole = new RegExp(`(?<![\\w-])${token}(?![\\w-])`, "g");
  return {
    kind: "rename",
    words: `rename: ${token} -> ${renamed}`,
    apply: (text) => (whole.test(text) ? text.replace(whole, renamed) : null),
  };
}

function elementMutation(page: string, found: Element | null, random: Random): Mutation | null {
  const tags = new Set<string>();
  for (let at: AnyNode | null = found, up = 0; at && isTag(at) && up < 3; at = at.parent, up++) tags.add(at.name);
  const names = [...tags].filter(
    (tag) => !["html", "head", "body", "main", "script", "link", "meta", "a", "img"].includes(tag),
  );
  const fresh = ELEMENTS.filter((tag) => !page.includes(`<${tag}`));
  if (names.length === 0 || fresh.length === 0) return null;
  const [from, to] = [pick(random, names), pick(random, fresh)];
  const tag = new RegExp(`(</?)${from}(?=[\\s>])`, "g");
  return {
    kind: "rename",
    words: `rename: <${from}> -> <${to}>`,
    apply: (text) => (text.search(tag) < 0 ? null : text.replace(tag, `$1${to}`)),
  };
}

/** A renamed key of a page whose JSON is encoded: names are written once, in quotes. */
export function textMutation(place: string, random: Random): Mutation | null {
  const key = placeSteps(place).at(-1)!;
  if (!/^[A-Za-z]\w{2,}$/.test(key)) return null;
  const renamed = newName(random, key);
  const quoted = new RegExp(`(\\\\?")${key}(\\\\?")`, "g");
  return {
    kind: "rename",
    words: `rename: ${key} -> ${renamed}`,
    apply: (text) => (quoted.test(text) ? text.replace(quoted, `$1${renamed}$2`) : null),
  };
}
