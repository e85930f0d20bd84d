import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import type { Answer } from "../../src/contract/site.ts";
import { toNumber } from "../../src/contract/values.ts";
import { detectCharset } from "../../src/extraction/charset.ts";
import { classifyResponse } from "../../src/extraction/classify-response.ts";
import { pageStructure } from "../../src/extraction/page-structure.ts";
import { readRobots } from "../../src/extraction/robots.ts";
import { wallIn } from "../../src/extraction/walls/find-wall.ts";
import { flatten } from "../../src/health/values/flat-record.ts";
import { findSources } from "../../src/sources/find-sources.ts";
import { drawnThird } from "../support/drawn.ts";

/** For what never ends, on any machine: with one pattern that goes back over the text, these take hours. */
const NEVER_MS = 120_000;
const ends = (work: () => unknown): void => void runInNewContext("work()", { work }, { timeout: NEVER_MS });

/** Beginnings of what patterns look for, which a site can repeat without ever ending one. */
const BEGINNINGS = [
  ..."<form/action= |<form action= |<iframe |<script |<script src= |<script> |<style> |<head> |<meta |<metacharset |<meta http-equiv=".split(
    "|",
  ),
  ...'<title |<title> |<a id= |<a id=captch |<link rel= |<input name= |</ |<!-- |&lt; |< |> |" |\' |[ |{ |"a": |data-a= '.split(
    "|",
  ),
  ...'class="|window.KPSDK |/ips.js?|var arg1 |document.cookie=|id=sec-if-|/cdn-cgi/challenge-platform/|charset=|провер'.split(
    "|",
  ),
  ..."1|1.|a|-|:|a:| |\u00a0|\t|https://a.example/a|user-agent:|disallow:/|#".split("|"),
].flatMap((text) => [text, text.trimEnd()].filter((one) => one !== ""));
const texts = [...new Set(BEGINNINGS)].map((part) => [part, part.repeat(64 * 1024).slice(0, 64 * 1024)] as const);

const sources = await findSources();
const answerOf = (text: string, status = 200): Answer => ({
  status,
  url: "https://site.example/page",
  headers: { "content-type": "text/html" },
  body: Buffer.from(text),
  text: () => text,
});

describe("no text of a site holds up the event loop", () => {
  test.each(drawnThird(texts))("in looking for a wall: %j repeated", (_, text) => {
    ends(() => wallIn({ landmarks: [] }, answerOf(`<html>${text}`), "/page"));
    ends(() => wallIn({ landmarks: [] }, answerOf(`{${text}`), "/page"));
    for (const source of sources)
      for (const status of [200, 429]) {
        ends(() => {
          try {
            classifyResponse(source, answerOf(`<html>${text}`, status), 0);
          } catch {}
        });
      }
  });

  test.each(drawnThird(texts))("in decoding a page and noting its structure: %j repeated", (_, text) => {
    ends(() => detectCharset(Buffer.from(text), "text/html"));
    ends(() => detectCharset(Buffer.from(text), `text/html; charset=${text.slice(0, 16_000)}\u00e9`));
    ends(() => pageStructure(text));
  });

  test.each(drawnThird(texts))("in reading robots.txt: %j repeated in one line", (_, text) => {
    for (const line of [text, `user-agent:${text}`, `user-agent:${text}#\u2028`, `Disallow: ${text}*$`])
      ends(() =>
        readRobots(new URL("https://site.example/robots.txt"), line).about(new URL("https://site.example/page")),
      );
  });

  test.each(drawnThird(texts))("in reading and remembering a value: %j repeated", (_, text) => {
    for (const value of [`${text}x`, `/${text}`, `https://${text}`]) {
      ends(() => toNumber(value));
      ends(() => flatten({ value, list: [value] }));
    }
  });

  test("and what does not end is noticed here", () => {
    const endless = () => /^(a+)+$/.test(`${"a".repeat(100)}b`);
    expect(() => runInNewContext("work()", { work: endless }, { timeout: 50 })).toThrow(/timed out/);
  });
});
