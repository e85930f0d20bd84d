import { describe, expect, test } from "vitest";
import { savedAnswer } from "./answer.ts";
import { charsetOf } from "./charset.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const CYRILLIC = "Кофеварка капельная, чёрная";
/** windows-1251 and koi8-r of the same words, written out so that no encoder is needed. */
const IN_1251 = Uint8Array.from([
  0xca, 0xee, 0xf4, 0xe5, 0xe2, 0xe0, 0xf0, 0xea, 0xe0, 0x20, 0xea, 0xe0, 0xef, 0xe5, 0xeb, 0xfc, 0xed, 0xe0, 0xff,
  0x2c, 0x20, 0xf7, 0xb8, 0xf0, 0xed, 0xe0, 0xff,
]);

const withMeta = (charset: string, body: Uint8Array) =>
  Buffer.concat([Buffer.from(`<html><head><meta charset="${charset}">`), body]);

describe("a page is read in the charset it has", () => {
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

  test("a UTF-8 page with a broken byte in it stays UTF-8", () => {
    expect(charsetOf(Buffer.concat([utf8(CYRILLIC.repeat(10)), Buffer.from([0xff, 0x20])]), "")).toBe("utf-8");
  });
});
