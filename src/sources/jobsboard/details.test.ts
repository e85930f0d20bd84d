import { describe, expect, test } from "vitest";
import { one, parseHtml } from "../../source-kit/html.ts";
import { readDetails } from "./details.ts";

/** Industry, location and size beside the name. */
function details(html: string): Array<string | null> {
  const page = parseHtml(`<html><body>${html}</body></html>`);
  const { industry, location, size } = readDetails(page, one("h4, h1", page)!);
  return [industry, location, size];
}
const items = (...lines: string[]) => lines.map((line) => `<li>${line}</li>`).join("");
const list = (...lines: string[]) => `<ul class="list is-basic">${items(...lines)}</ul>`;
const NONE = [null, null, null];

describe("labelled", () => {
  const labelled = (...pairs: Array<[string, string]>) =>
    details(`<h1>A</h1><dl>${pairs.map(([label, value]) => `<dt>${label}</dt><dd>${value}</dd>`).join("")}</dl>`);

  test.each<[string, number]>([
    ["Industry", 0],
    ["Company sector", 0],
    ["القطاع", 0],
    ["المجال", 0],
    ["Location", 1],
    ["Headquarters", 1],
    ["Based in", 1],
    ["المقر", 1],
    ["الموقع", 1],
    ["Company Size", 2],
    ["Employees", 2],
    ["عدد الموظفين", 2],
    ["حجم الشركة", 2],
  ])("%s is detail %i", (label, at) => {
    expect(labelled([label, "x"])).toEqual(NONE.map((none, index) => (index === at ? "x" : none)));
  });

  test("other labels are ignored, and the first of two counts; a blank one is skipped", () => {
    expect(labelled(["الموقع الإلكتروني", "x"], ["Founded", "1950"])).toEqual(NONE);
    expect(labelled(["Industry", "a"], ["Sector", "b"], ["", "c"], ["Location", " "], ["City location", "d"])).toEqual([
      "a",
      "d",
      null,
    ]);
    expect(details("<h1>A</h1><footer><dl><dt>Industry</dt><dd>x</dd></dl></footer>")).toEqual(NONE);
  });
});

describe("marked", () => {
  const marked = (rest: string, beside = "") =>
    details(`<h4>A</h4><ul><li data-automation-id="industry">Banking</li>${rest}</ul>${beside}`);

  test.each<[string, string, string | null, string | null]>([
    ["<li>Qatar</li><li>50-99</li>", "", "Qatar", "50-99"],
    ["<li>50-99</li><li>Qatar</li>", "", "Qatar", "50-99"],
    ["<li><span>Size</span><span>10 - 20</span></li>", "", null, "10 - 20"],
    ["<li><span>Doha</span></li>", "", "Doha", null],
    ["<li>7k followers</li><li>Qatar</li>", "", "Qatar", null],
    ['<li>x</li><li data-automation-id="companyCity">Doha</li>', "", "Doha", null],
    ["", "<ul><li>Qatar</li><li>50-99</li></ul>", "Qatar", "50-99"],
    ["", "<ol><li>Qatar</li></ol>", "Qatar", null],
    ["", "<div><li>Qatar</li></div>", null, null],
    ["", "<p></p><ul><li>Qatar</li></ul>", null, null],
    // If no words mark the size, it is the last number in the list.
    ["<li>Qatar</li><li><span>around 70 people</span></li>", "", "Qatar", "around 70 people"],
    ["<li>Qatar</li><li><span>many people</span></li>", "", "Qatar", null],
  ])("%s and beside it %s: %j, %j", (rest, beside, location, size) => {
    expect(marked(rest, beside)).toEqual(["Banking", location, size]);
  });
});

describe("bare", () => {
  test.each<[string, Array<string | null>]>([
    [`<h1>A</h1>${list("Banking", "Qatar", "50-99")}`, ["Banking", "Qatar", "50-99"]],
    [`<h1>A</h1>${list("+ 500", "Banking")}`, ["+ 500", "Banking", null]],
    [`<h1>A</h1>${list("500+", "Banking")}`, ["Banking", null, "500+"]],
    [`<h1>A</h1>${list("1,000 - 4,999 Employees")}`, [null, null, "1,000 - 4,999 Employees"]],
    [`<h1>A</h1>${list("7k followers", "Banking")}`, ["Banking", null, null]],
    [`<h1>A</h1>${list("Qatar - Doha")}`, [null, "Qatar - Doha", null]],
    [`<h1>A</h1>${list("Oil - Gas", "Qatar")}`, ["Oil - Gas", "Qatar", null]],
    [`<h1>A</h1><ul>${items("Banking")}</ul>`, NONE],
    [`<h1>A</h1><ul class="is-basics">${items("Banking")}</ul>`, NONE],
    [`<h1>A</h1><div>${list("Banking")}</div>`, ["Banking", null, null]],
    [`<h1>A</h1><i></i>${list("Banking")}`, ["Banking", null, null]],
    // The list may be beside the name's box, up to three boxes out.
    [`<p><h1>A</h1></p>${list("Banking")}`, ["Banking", null, null]],
    [`<div><div><h1>A</h1></div></div>${list("Banking")}`, ["Banking", null, null]],
    [`<div><div><div><h1>A</h1></div></div></div>${list("Banking")}`, NONE],
    // Content after another heading, or in the frame, is another part of the page.
    [`<h1>A</h1><h2>B</h2>${list("Banking")}`, NONE],
    [`<h1>A</h1><h6>B</h6>${list("Banking")}`, NONE],
    [`<h1>A</h1><header>B</header>${list("Banking")}`, ["Banking", null, null]],
    [`<h1>A</h1><nav>B</nav>${list("Banking")}`, NONE],
    [`<h1>A</h1><footer>B</footer>${list("Banking")}`, NONE],
    [`<h1>A</h1><div><h3>B</h3></div>${list("Banking")}`, NONE],
    [`<h1>A</h1><div><h4>B</h4></div>${list("Banking")}`, ["Banking", null, null]],
    [list("Banking"), []],
  ])("%s", (html, expected) => {
    if (expected.length === 0) expect(() => details(html)).toThrow();
    else expect(details(html)).toEqual(expected);
  });

  test("a line of sixty letters is prose, not a name", () => {
    const line = (letters: number) => "12 employees ".padEnd(letters, "x");
    expect(details(`<h1>A</h1>${list(line(59))}`)[2]).toBe(line(59));
    expect(details(`<h1>A</h1>${list(line(60))}`)).toEqual([line(60), null, null]);
  });
});

describe("in paragraphs", () => {
  test.each<[string, Array<string | null>]>([
    ["<p>Banking</p><p>Qatar</p><p>50-99</p>", ["Banking", "Qatar", "50-99"]],
    ["<p>Banking</p><p>Qatar</p><p>many</p>", ["Banking", "Qatar", "many"]],
    ["<p>Banking</p><p>50-99</p>", ["Banking", null, "50-99"]],
    ["<p>Banking</p><p>50-99</p><p>Qatar</p>", ["Banking", null, "50-99"]],
    ["<p>Banking</p><a>x</a><p>Qatar</p>", ["Banking", "Qatar", null]],
    ["<p>Banking</p><h3>About</h3><p>Qatar</p>", ["Banking", null, null]],
    ["<p>Banking</p><header></header><p>Qatar</p>", ["Banking", "Qatar", null]],
    [`<p>${"x".repeat(60)}</p><p>Qatar</p>`, [null, "Qatar", null]],
    [`<p>${"x".repeat(59)}</p>`, ["x".repeat(59), null, null]],
  ])("%s", (after, expected) => {
    expect(details(`<h1>A</h1>${after}`)).toEqual(expected);
  });
});

test("labelled values take precedence over marked ones, and those over bare ones", () => {
  const page = `<dl><dt>Location</dt><dd>Labelled</dd></dl><h4>A</h4>${list("Bare", "Bare place", "1-9")}
    <ul><li data-automation-id="industry">Marked</li><li>Marked place</li></ul>`;
  expect(details(page)).toEqual(["Marked", "Labelled", "1-9"]);
});
