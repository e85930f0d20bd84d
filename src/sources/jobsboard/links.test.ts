import { describe, expect, test } from "vitest";
import { one, parseHtml } from "../../source-kit/html.ts";
import { readFollowers } from "./details.ts";
import { collectLinks, linkBeside, readLogo } from "./links.ts";

const OWN = ["www.board.example", "site.example:8080"];
const links = (html: string) => {
  const { website, socials } = collectLinks(parseHtml(html), OWN);
  return { website, socials: socials.map(({ network, url }) => `${network} ${url}`) };
};
const website = (html: string) => links(html).website;

describe("social profiles", () => {
  test.each(
    "facebook instagram linkedin twitter x youtube tiktok snapchat whatsapp telegram pinterest vimeo".split(" "),
  )("%s is one", (network) => {
    expect(links(`<a href="https://www.${network}.com/acme">Website</a>`)).toEqual({
      website: null,
      socials: [`${network} https://www.${network}.com/acme`],
    });
  });

  test("each is listed once; a name inside another word, and one in the frame, do not count", () => {
    const html = `<a href="https://x.com/a">1</a><a href="//x.com/a">2</a><a href="https://x.com/b">3</a>
      <a href="https://facebook.acme.example/">4</a><a href="https://linux.com/">5</a><footer><a href="https://x.com/c">6</a></footer>`;
    expect(links(html).socials).toEqual(["x https://x.com/a", "x https://x.com/b"]);
    expect(links('<a href="http://localhost/">Website</a>')).toEqual({ website: "http://localhost/", socials: [] });
  });
});

describe("the website", () => {
  const to = (words: string, more = "") => `<p>${words}</p><div><a href="https://acme.example/"${more}>here</a></div>`;

  test.each<[string, string | null]>([
    ['<a href="https://acme.example/">Website</a>', "https://acme.example/"],
    ['<a href="//acme.example/">web site</a>', "https://acme.example/"],
    ['<a href="https://acme.example/" title="Our homepage">x</a>', "https://acme.example/"],
    ['<a href="https://acme.example/" aria-label="الموقع الإلكتروني">x</a>', "https://acme.example/"],
    ['<p>Website: <a href="https://acme.example/">x</a></p>', "https://acme.example/"],
    ['<p>Website: <a href="https://acme.example/">x</a> <a href="https://b.example/">y</a></p>', null],
    ['<dl><dt>Website</dt><dd><a href="https://acme.example/">x</a></dd></dl>', "https://acme.example/"],
    ['<dl><dt>Other</dt><dd>Website <a href="https://acme.example/">x</a></dd></dl>', null],
    ['<a href="https://www.acme.example/x">See ACME.example</a>', "https://www.acme.example/x"],
    ['<a href="https://www.acme.example/x">acme</a>', null],
    ['<a href="https://www.a.example/">a.example</a><a href="https://b.example/">Website</a>', "https://b.example/"],
    ['<footer><a href="https://acme.example/">Website</a></footer>', null],
    ['<a href="/website">Website</a>', null],
    ['<a href="http://[bad">Website</a>', null],
    // The site's own hosts and their subdomains.
    ['<a href="https://www.board.example/">Website</a>', null],
    ['<a href="https://media.board.example/">Website</a>', null],
    ['<a href="https://board.example/">Website</a>', "https://board.example/"],
    ['<a href="http://site.example:8080/">Website</a>', null],
    ['<a href="https://notboard.example/">Website</a>', "https://notboard.example/"],
    [to("Website"), null],
  ])("%s: %j", (html, expected) => {
    expect(website(html)).toBe(expected);
  });

  test("the words of a row count up to 119 letters", () => {
    const row = (letters: number) =>
      website(`<p>${"website ".padEnd(letters - 1, "x")}<a href="https://acme.example/">y</a></p>`);
    expect([row(119), row(120)]).toEqual(["https://acme.example/", null]);
  });

  test.each<[string, string | null]>([
    ['<h1>A</h1><p>x</p><a href="https://acme.example/">y</a>', "https://acme.example/"],
    ['<h1>A</h1><a href="https://acme.example/">y</a>', null],
    ['<h1>A</h1><p>x</p><h2>B</h2><a href="https://acme.example/">y</a>', null],
    ['<h1>A</h1><p>x</p><header></header><a href="https://acme.example/">y</a>', "https://acme.example/"],
    ['<h1>A</h1><p>x</p><a>y</a><a href="mailto:a@b.example">z</a><a href="ftp://acme.example/">z</a>', null],
    ['<h1>A</h1><p>x</p><a href="https://x.com/a">y</a><a href="https://acme.example/">z</a>', "https://acme.example/"],
    ['<h1>A</h1><p>x</p><a href="https://www.board.example/">y</a>', null],
    ['<h1>A</h1><p>x</p><b href="https://acme.example/">y</b>', null],
  ])("the link that follows the name in %s is %j", (html, expected) => {
    const page = parseHtml(`<div>${html}</div>`);
    expect(linkBeside(one("h1", page)!, OWN)).toBe(expected);
  });
});

describe("followers", () => {
  test.each<[string, number | null]>([
    ["<b>1,234 followers</b>", 1234],
    ["<b>1.234 followers</b>", 1234],
    ["<b>12.5k Followers</b>", 12_500],
    ["<b>1,2M followers</b>", 12_000_000],
    ["<b>3 M followers</b>", 3_000_000],
    ["<b>3 men follow; 5 followers</b>", 3],
    ["<b>١٫٥ ألف متابع</b>", 1_500],
    ["<b>٢ مليون متابع</b>", 2_000_000],
    ["<b>0 followers</b>", 0],
    ["<p><b>77</b><i>followers</i></p>", 77],
    ["<p><i>followers</i><b>77</b></p>", 77],
    ["<div><p><i>followers</i></p><b>77</b></div>", null],
    ["<b>followers</b><p>5 followers</p>", 5],
    ["<nav>9 followers</nav><p>5 followers</p>", 5],
    [`<b>${"9 followers ".padEnd(59, "x")}</b>`, 9],
    [`<b>${"9 followers ".padEnd(60, "x")}</b>`, null],
    ["<b>nobody follows</b>", null],
  ])("%s: %j", (html, expected) => {
    expect(readFollowers(parseHtml(`<body><main>${html}</main></body>`))).toBe(expected);
  });
});

describe("the logo", () => {
  const logo = (owner: number, size = "") => `/${size}images/logo/5/${owner}_logo_1.png`;
  const read = (html: string) =>
    readLogo(parseHtml(html), 77, "https://site.example")?.slice("https://site.example".length) ?? null;

  test.each<[string, string | null]>([
    [
      `<img src="${logo(77, "70x70/")}"><img src="${logo(77, "300x300/")}"><img src="${logo(77, "200x200/")}">`,
      logo(77, "300x300/"),
    ],
    [`<img src="${logo(77, "70x70/")}"><img src="${logo(77)}">`, logo(77)],
    [`<meta property="og:image" content="${logo(77)}">`, logo(77)],
    [`<meta property="og:url" content="${logo(77)}">`, null],
    [`<img src="${logo(78)}">`, null],
    [`<footer><img src="${logo(77)}"></footer>`, null],
    [`<img src="${logo(0)}">`, logo(0)],
    [`<img src="${logo(0)}"><img src="${logo(77, "9x9/")}">`, logo(77, "9x9/")],
    [`<h2>Similar</h2><img src="${logo(77)}">`, logo(77)],
    [`<h2>Similar</h2><img src="${logo(0)}">`, null],
    [`<img src="${logo(0, "7x7/")}"><h2>Similar</h2><img src="${logo(0, "9x9/")}">`, logo(0, "7x7/")],
    ['<img src="/images/logo/5/77.png">', null],
    ["<img>", null],
  ])("%s: %j", (html, expected) => {
    expect(read(html)).toBe(expected);
  });
});
