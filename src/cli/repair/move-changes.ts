import { type At, type Change, closingIndex, inCode, type SourceFile } from "./changes.ts";
import type { Move } from "./moved-places.ts";
import type { Steps } from "./paths.ts";

/** Paths in quotes, which is how field tables and accessors name places. */
const QUOTED = /"([\w$@-]+(?:\.[\w$@-]+)*)"/g;
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
/** Inside the call of a kind of field, which takes several locations. */
const LOCATIONS =
  /(?:\b(?:(?:texts?|decimal|amount|whole|seconds|flag|links?|[a-z]\w*Time)\(|(?:list|sub)\(\w+, )(?:"[^"]*", )*|^\s+(?:"[^"]*", )*)$/;

/** Everything in the source's code that names the moved place, changed so that it reads the new place where the old one is missing. */
export const movedChanges = (move: Move, files: readonly SourceFile[]): Change[] =>
  inCode(files, (line, at) => [
    ...quotedChanges(line, move, at),
    ...accessorChanges(line, move, at),
    ...memberChanges(line, move, at),
  ]);

function quotedChanges(line: string, move: Move, at: At): Change[] {
  return [...line.matchAll(QUOTED)].flatMap((match) => {
    const old = match[1]!.split(".");
    const moved = windowMoved(old, move);
    if (moved === null) return [];
    const end = match.index + match[0].length;
    const before = line.slice(0, match.index);
    const asked = /^ in ([\w$]+)/.exec(line.slice(end));
    if (asked && moved[0] !== old[0]) {
      const both = `(${match[0]} in ${asked[1]} || ${JSON.stringify(moved[0])} in ${asked[1]})`;
      return [at(match.index, end + asked[0].length, both)];
    }
    if (asked || !LOCATIONS.test(before)) return [];
    return [at(match.index, end, `${match[0]}, ${JSON.stringify(moved.join("."))}`)];
  });
}

/** A path that contains the moved step, with the new one; null if no lost place has such a path. */
function windowMoved(path: Steps, { before, after, places }: Move): string[] | null {
  const written = after.map((step) => (step === "*" ? "0" : step));
  for (const { steps, start } of places) {
    for (let from = 0; from + path.length <= steps.length; from++) {
      if (!path.every((step, nth) => step === steps[from + nth])) continue;
      const to = from + path.length;
      const [first, last] = [start.length, start.length + before.length];
      const isAround = from <= first && to >= last;
      const isTouching = before.length > 0 || to > first || (to === first && steps.length === first && from < first);
      if (isAround && isTouching) return [...path.slice(0, first - from), ...written, ...path.slice(last - from)];
    }
  }
  return null;
}

/** `at(row, "a", "b")`, with another path beside the old one. */
function accessorChanges(line: string, move: Move, change: At): Change[] {
  return [...line.matchAll(/\bat\(/g)].flatMap(({ index }) => {
    const open = index + "at".length;
    const close = closingIndex(line, open);
    const inner = line.slice(open + 1, close - 1);
    const path = /(?:, "[\w$@-]+")+$/.exec(inner);
    if (close < 0 || !path) return [];
    const old = [...path[0].matchAll(/"([^"]+)"/g)].map(([, step]) => step!);
    const moved = windowMoved(old, move);
    if (moved === null) return [];
    const reached = (steps: Steps) =>
      `at(${[inner.slice(0, path.index), ...steps.map((step) => JSON.stringify(step))].join(", ")})`;
    // A value that was put into an object leaves the object in its old place.
    const isWrapped = moved.length > old.length && old.every((step, nth) => step === moved[nth]);
    const [first, second] = isWrapped ? [moved, old] : [old, moved];
    return [change(index, close, `(${reached(first)} ?? ${reached(second)})`)];
  });
}

/** `row.name` and `({ name }: Json)`. */
function memberChanges(line: string, { before, after, places }: Move, at: At): Change[] {
  const { steps, start } = places[0]!;
  const isWrap = before.length === 0 && start.length === steps.length;
  const key = before[0] ?? (isWrap ? start.at(-1)! : steps[start.length]!);
  if (before.length > 1 || !IDENTIFIER.test(key) || !after.every((step) => IDENTIFIER.test(step))) return [];
  // An object that is gone: its member is beside it now.
  if (after.length === 0) return [];
  const [newName = ""] = after;
  const changes: Change[] = [];
  for (const match of line.matchAll(
    new RegExp(`(?<![\\w$."])([A-Za-z_$][\\w$]*(?:\\([\\w$]*\\))?)\\??\\.${key}\\b(?![\\w$(])`, "g"),
  )) {
    const [member, node] = match;
    const put = memberText({ node: node!, key, before, after, isWrap });
    changes.push(at(match.index, match.index + member.length, put));
  }
  if (isWrap || !/\}: Json|\} = [\w$]+;/.test(line)) return changes;
  const inBraces = new RegExp(`(?<=[{,]\\s?)${key}(?=\\s?[,}]|: [\\w$]+\\s?[,}])`, "g");
  for (const match of line.matchAll(inBraces)) {
    const alias = /^: [\w$]+/.exec(line.slice(match.index + key.length))?.[0] ?? "";
    const isRename = before.length === 1 && after.length === 1;
    const value = isRename
      ? newName
      : `Object(${newName}).${[...after.slice(1), ...(before.length === 1 ? [] : [key])].join(".")}`;
    const until = match.index + key.length + alias.length;
    changes.push(at(match.index, until, `${newName}, ${key}${alias} = ${value}`));
  }
  return changes;
}

function memberText(given: { node: string; key: string; before: Steps; after: Steps; isWrap: boolean }): string {
  const { node, key, before, after, isWrap } = given;
  if (isWrap) return `(Object(${node}?.${key}).${after.join(".")} ?? ${node}?.${key})`;
  const path = before.length === 1 ? after : [...after, key];
  const reached = path.reduce((inner, step) => `Object(${inner}).${step}`, node);
  return `(${node}?.${key} ?? ${reached})`;
}
