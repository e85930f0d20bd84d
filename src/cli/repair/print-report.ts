import { relative } from "node:path";
import type { Edit } from "./patched-source.ts";
import type { RepairReport } from "./repair.ts";

const MAX_FAILURE = 300;

/** What was tried and why it failed, and the patch if one is proved. */
export function reportText({ patch, trials, verdict, live }: RepairReport, pages: number): string {
  const failed = trials.filter(({ failure }) => failure !== null);
  const lines = [
    ...failed.map(
      ({ what, edits, failure }) => `tried ${what} (${count(edits.length, "line")}): ${failure!.slice(0, MAX_FAILURE)}`,
    ),
    ...(patch
      ? [
          `proved on ${count(pages, "page")}: ${patch.what}, which brings back ${patch.fields.join(", ")}`,
          `${liveLine(live)}\n`,
          diff(patch.edits),
        ]
      : [`no patch: ${verdict}`]),
  ];
  return `${lines.join("\n")}\n`;
}

function liveLine(live: RepairReport["live"]): string {
  if (!live) return "not proved live: the site was not asked";
  return live.outcome === "proved" ? `proved live: ${live.words}` : `NOT proved live: ${live.words}`;
}

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? "" : "s"}`;

/** A unified diff without context, as `git apply --unidiff-zero` takes it. */
export function diff(edits: readonly Edit[]): string {
  const files = Map.groupBy(edits, ({ file }) => relative(process.cwd(), file));
  return [...files]
    .map(([file, own]) => {
      const hunks = own
        .toSorted((a, b) => a.line - b.line)
        .map(({ line, before, after }) => `@@ -${line} +${line} @@\n-${before}\n+${after}`);
      return `--- a/${file}\n+++ b/${file}\n${hunks.join("\n")}`;
    })
    .join("\n");
}
