import { describe, expect, test } from "vitest";
import { savedAnswer } from "./answer.ts";
import { detectCharset } from "./charset.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const CYRILLIC = "Кофеварка капельная, чёрная";
/** The same words in windows-1251 and koi8-r, as literal bytes so that no encoder is needed. */
const IN_1251 = Uint8Array.from([
  0xca, 0xee, 0xf4, 0xe5, 0xe2, 0xe0, 0xf0, 0xea, 0xe0, 0x20, 0xea, 0xe0, 0xef, 0xe5, 0xeb, 0xfc, 0xed, 0xe0, 0xff,
  0x2c, 0x20, 0xf7, 0xb8, 0xf0, 0xed, 0xe0, 0xff,
]);

const withMeta = (charset: string, body: Uint8Array) =>
  Buffer.concat([Buffer.from(`<html><head><meta charset="${charset}">`), body]);

describe("a page is decoded with its actual charset", () => {
  test.each([
    ["declared rightly", utf8(CYRILLIC), "text/html; charset=utf-8", CYRILLIC],
    ["UTF-8 behind a header that lies", utf8(CYRILLIC), "text/html; charset=windows-1251", CYRILLIC],
    ["UTF-8 behind a meta that lies", withMeta("koi8-r", utf8(CYRILLIC)), "text/html", CYRILLIC],
    ["windows-1251 that says so", IN_1251, "text/html; charset=windows-1251", CYRILLIC],
    ["windows-1251 in a meta", withMeta("windows-1251", IN_1251), "text/html", CYRILLIC],
    ["windows-1251 that claims UTF-8", IN_1251, "text/html; charset=utf-8", CYRILLIC],
    ["windows-1251, header wrong, meta right", withMeta("windows-1251", IN_1251), "text/html; charset=utf-8", CYRILLIC],
    ["western, undeclared", Uint8Array.from([0x63, 0x61, 0x66, 0xe9, 0x20, 0x61, 0x75]), "", "café au"],
    ["UTF-16 by its mark", Uint8Array.from([0xff, 0xfe, 0x1a, 0x04]), "text/html; charset=utf-8", "К"],
    ["UTF-8 mark", Uint8Array.from([0xef, 0xbb, 0xbf, 0x61]), "text/html; charset=windows-1251", "a"],
    ["a label nobody knows", utf8("plain"), "text/html; charset=x-unheard-of", "plain"],
    ["cut inside a character", utf8(CYRILLIC).subarray(0, 5), "text/html; charset=windows-1251", "Ко\uFFFD"],
  ])("%s", (_name, body, contentType, text) => {
    expect(savedAnswer(body, { headers: { "content-type": contentType } }).text()).toContain(text);
  });

  test("a UTF-8 page with a broken byte stays UTF-8", () => {
    expect(detectCharset(Buffer.concat([utf8(CYRILLIC.repeat(10)), Buffer.from([0xff, 0x20])]), "")).toBe("utf-8");
  });
});

describe("the charset of a body", () => {
  const latin = (text: string) => Buffer.from(text, "latin1");
  const high = (count: number) => "\xe9".repeat(count);

  test.each<[string, Uint8Array, string, string]>([
    ["UTF-16, the other way round, by its mark", Uint8Array.from([0xfe, 0xff, 0x04, 0x1a]), "", "utf-16be"],
    ["broken UTF-8 by its mark", latin("\xef\xbb\xbf\xe9\xe9\xe9\xe9 x"), "charset=koi8-r", "utf-8"],
    ["half a mark is none: EF BB", Uint8Array.from([0xef, 0xbb, 0x41]), "charset=koi8-r", "koi8-r"],
    ["half a mark is none: EF x BF", Uint8Array.from([0xef, 0x41, 0xbf]), "charset=koi8-r", "koi8-r"],
    ["half a mark is none: x BB BF", Uint8Array.from([0x41, 0xbb, 0xbf]), "charset=koi8-r", "koi8-r"],
    ["half a mark is none: FF x", Uint8Array.from([0xff, 0x41]), "charset=koi8-r", "koi8-r"],
    ["half a mark is none: x FE", Uint8Array.from([0x41, 0xfe, 0x41]), "charset=koi8-r", "koi8-r"],
    ["half a mark is none: FE x", Uint8Array.from([0xfe, 0x41]), "charset=koi8-r", "koi8-r"],
    ["half a mark is none: x FF", Uint8Array.from([0x41, 0xff, 0x41]), "charset=koi8-r", "koi8-r"],
    ["plain letters, as declared", latin("plain"), "text/html; charset=windows-1251", "windows-1251"],
    ["plain letters that claim UTF-16 are none", latin("plain"), "text/html; charset=utf-16le", "utf-8"],
    ["plain letters, undeclared", latin("plain"), "", "utf-8"],
    ["a header in quotes and capitals", latin("plain"), 'TEXT/HTML; CHARSET = "KOI8-R"', "koi8-r"],
    ["a header before a meta", latin('<meta charset="koi8-r">'), "charset=windows-1251", "windows-1251"],
    ["a meta of the older form", latin('<META http-equiv=x content="text/html; charset=koi8-r">'), "", "koi8-r"],
    ["an XML declaration", latin('<?xml version="1.0" ENCODING = "koi8-r"?>'), "", "koi8-r"],
    ["words about a charset are no declaration", latin("<p>charset=koi8-r</p>"), "", "utf-8"],
    ["a meta within the first 4,096 bytes", latin(`${" ".repeat(4096 - 21)}<meta charset=koi8-r>`), "", "koi8-r"],
    ["a meta after them", latin(`${" ".repeat(4096 - 20)}<meta charset=koi8-r>`), "", "utf-8"],
    ["a declared charset that cannot read it", latin(`${high(9)}\x81 tail`), "charset=euc-kr", "windows-1251"],
    ["cut after the first byte of two", utf8("caf\u00e9").subarray(0, 4), "charset=koi8-r", "utf-8"],
    ["cut after the first byte of three", utf8("\u00e9 \u20ac").subarray(0, 4), "charset=koi8-r", "utf-8"],
    ["cut after two bytes of three", utf8("\u00e9 \u20ac").subarray(0, 5), "charset=koi8-r", "utf-8"],
    ["cut after three bytes of four", utf8("\u00e9 \u{1f600}").subarray(0, 6), "charset=koi8-r", "utf-8"],
    ["not cut, but another charset", latin("caf\xe9 au"), "charset=windows-1252", "windows-1252"],
    [
      "a multi-byte charset that was cut",
      Uint8Array.from([0xb0, 0xa1, 0xb0, 0xa1, 0x41, 0x41, 0x41, 0xb0]),
      "charset=euc-kr",
      "euc-kr",
    ],
    ["one broken byte among ten letters", Buffer.concat([utf8("\u00e9".repeat(9)), latin("\xff x")]), "", "utf-8"],
    [
      "two broken bytes among ten letters",
      Buffer.concat([utf8("\u00e9".repeat(8)), latin("\xff \xff x")]),
      "",
      "windows-1252",
    ],
    ["western letters one by one", latin("\xe9 \xe9 \xe9"), "", "windows-1252"],
    ["letters in runs are Cyrillic", latin(" \xe9\xe9\xe9 \xe9\xe9\xe9"), "", "windows-1251"],
    ["half of them in runs are not yet", latin(" \xe9\xe9 \xe9\xe9"), "", "windows-1252"],
    ["bytes below C0 are no letters", latin(" \xa9\xa9\xa9\xa9 x"), "", "windows-1252"],
    ["C0 is a letter", latin(" \xc0\xc0\xc0\xc0 x"), "", "windows-1251"],
  ])("%s", (_what, body, contentType, charset) => {
    expect(detectCharset(body, contentType)).toBe(charset);
  });

  test("only the given part of a larger buffer is examined", () => {
    const whole = new Uint8Array(latin('<meta charset="koi8-r">plain'));
    expect(detectCharset(whole.subarray(23))).toBe("utf-8");
    expect(detectCharset(whole.subarray(0, 23))).toBe("koi8-r");
  });
});

test("text is decoded once; a saved response has status 200 by default", () => {
  const answer = savedAnswer(utf8("page"));
  expect(answer).toMatchObject({ url: "file:///saved-answer", status: 200, headers: {} });
  answer.body[0] = 0x50;
  expect([answer.text(), answer.text()]).toEqual(["Page", "Page"]);
  answer.body[0] = 0x70;
  expect(answer.text()).toBe("Page");
  expect(savedAnswer(utf8("x"), { status: 404, url: "https://a.example/" })).toMatchObject({
    status: 404,
    url: "https://a.example/",
  });
});
