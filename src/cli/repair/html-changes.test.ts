import { expect, test } from "vitest";
import { parseHtml } from "../../source-kit/html.ts";
import { lineEdits } from "./changes.ts";
import { markChanges, renamedMarks } from "./html-changes.ts";

const page = '<dl><dt class="label">A</dt><dd>1</dd><dt class="label">B</dt><dd>2</dd></dl>';

/** The values of a page's rows, by the selector of each. */
function patched(line: string, good: string, bad: string, rows: Record<string, string>): string[] {
  const files = [{ file: "reader.ts", lines: [line] }];
  const places = Object.entries(rows).map(([place, raw]) => ({ page: parseHtml(good), field: "x", place, raw }));
  return renamedMarks(places, [parseHtml(bad)]).flatMap((mark) =>
    lineEdits(markChanges(mark, files), files).map(({ after }) => after),
  );
}
const labels = { "dl > dt:nth-of-type(1)": "A", "dl > dt:nth-of-type(2)": "B" };

test("a renamed class is found beside the old one", () => {
  expect(patched('all("dt.label", page)', page, page.replaceAll("label", "labelV2"), labels)).toEqual([
    'all("dt:is(.label, .labelV2)", page)',
  ]);
});

test("a class that rows no longer have is found although adverts on the page keep it", () => {
  const list = (name: string) =>
    `<p class="prijs">7</p><ul>${["3.10", "4.20"].map((price) => `<li><b class="${name}">${price}</b></li>`).join("")}</ul>`;
  const rows = { "ul > li:nth-of-type(1) > b": "3.10", "ul > li:nth-of-type(2) > b": "4.20" };
  expect(patched('price: amount("b.prijs")', list("prijs"), list("bedrag"), rows)).toEqual([
    'price: amount("b:is(.prijs, .bedrag)")',
  ]);
});

test("another element in place of one that is gone is found in selectors, and names in code are left", () => {
  const bad = page.replaceAll(/(<\/?)dt/g, "$1h5");
  expect(patched('all("dl dt, dl .dt", page)', page, bad, labels)).toEqual(['all("dl :is(dt, h5), dl .dt", page)']);
  expect(patched('if (next.name === "dt") return;', page, bad, labels)).toEqual([]);
});
