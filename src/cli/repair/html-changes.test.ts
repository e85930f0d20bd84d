import { expect, test } from "vitest";
import { lineEdits } from "./changes.ts";
import { markChanges, renamedMarks } from "./html-changes.ts";

const page = '<dl><dt class="label">A</dt><dd>1</dd><dt class="label">B</dt><dd>2</dd></dl>';

function patched(line: string, bad: string): string[] {
  const files = [{ file: "reader.ts", lines: [line] }];
  return renamedMarks(page, bad).flatMap((mark) =>
    lineEdits(markChanges(mark, files), files).map(({ after }) => after),
  );
}

test("a renamed class is found beside the old one", () => {
  expect(patched('all("dt.label", page)', page.replaceAll("label", "labelV2"))).toEqual([
    'all("dt:is(.label, .labelV2)", page)',
  ]);
});

test("another element in place of one that is gone is found in selectors, and names in code are left", () => {
  const bad = page.replaceAll(/(<\/?)dt/g, "$1h5");
  expect(patched('all("dl dt, dl .dt", page)', bad)).toEqual(['all("dl :is(dt, h5), dl .dt", page)']);
  expect(patched('if (next.name === "dt") return;', bad)).toEqual([]);
});
