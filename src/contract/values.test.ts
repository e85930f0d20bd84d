import { describe, expect, test } from "vitest";
import { seeded } from "../source-kit/stand-in/seeded.ts";
import { settingEnv } from "./source.ts";
import { absoluteUrl, cleanText, toBoolean, toInteger, toNumber, zeroIsNone } from "./values.ts";

describe("an address becomes absolute", () => {
  const asUrl = (href: string, base: string): string | null => {
    if (href.trim() === "") return null;
    const url = URL.parse(href.trim().replaceAll("&amp;", "&"), base);
    return url && /^https?:$/.test(url.protocol) ? url.href : null;
  };

  test("an address is written as URL writes it, however odd it is", () => {
    const pieces = [
      "/",
      "//",
      ".",
      "..",
      "%2e",
      "%",
      "a",
      "B",
      "é",
      " ",
      "-",
      "_",
      "~",
      "?x=1",
      "&amp;",
      "#",
      ":",
      "@",
    ];
    const hosts = [
      "https://site.example",
      "https://www.Site.example",
      "https://xn--a.example",
      "http://[::1]:80",
      "https://1.2",
    ];
    for (let round = 0; round < 5000; round++) {
      const chance = seeded(`address ${round}`);
      const path = Array.from({ length: chance.int(0, 6) }, () => chance.pick(pieces)).join("");
      const base = chance.pick(["https://site.example", "https://site.example/deep/er", "http://127.0.0.1:8080"]);
      for (const href of [path, `/${path}`, chance.pick(hosts) + path]) {
        expect(absoluteUrl(href, base), `${href} at ${base}`).toBe(asUrl(href, base));
      }
    }
  });

  test.each([[null], [7], [""], ["  "], ["javascript:alert(1)"], ["data:text/html,x"], ["https://"]])(
    "%j is not an address",
    (href) => {
      expect(absoluteUrl(href, "https://site.example")).toBeNull();
    },
  );
});

describe("a value of a page", () => {
  test.each<[unknown, string | null]>([
    ["plain words", "plain words"],
    ["  two \n words ", "two words"],
    ["<b>bold</b>&amp; more", "bold & more"],
    ["1 < 2", "1 < 2"],
    [7.5, "7.5"],
    ["", null],
    [" ", null],
    [Number.NaN, null],
    [true, null],
    [null, null],
  ])("%j is the text %j", (value, text) => {
    expect(cleanText(value)).toBe(text);
  });

  test.each<[unknown, number | null]>([
    [30.42, 30.42],
    ["30.42", 30.42],
    [" -3 ", -3],
    ["> 50", 50],
    ["~.5", 0.5],
    ["5.", 5],
    ["5 stars", null],
    ["a5", null],
    ["", null],
    [Number.POSITIVE_INFINITY, null],
    [true, null],
  ])("%j is the number %j", (value, number) => {
    expect(toNumber(value)).toBe(number);
  });

  test("integers lose their fraction, flags are true or false, and a missing value is null", () => {
    expect([toInteger("7.9"), toInteger(-7.9), toInteger("x")]).toEqual([7, -7, null]);
    expect([toBoolean(true), toBoolean(false), toBoolean("true")]).toEqual([true, false, null]);
    expect([zeroIsNone(0), zeroIsNone(1), zeroIsNone(-1), zeroIsNone(null)]).toEqual([null, 1, -1, null]);
  });
});

test("a source's setting is an upper-case environment variable", () => {
  expect(settingEnv("toys", "max_pages")).toBe("WINNOW_TOYS_MAX_PAGES");
});
