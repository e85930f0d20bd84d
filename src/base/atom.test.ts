import { expect, test } from "vitest";
import { atomFeed } from "./atom.ts";

test("a feed escapes text, drops characters that XML forbids, and is dated by its newest entry", () => {
  const entry = (id: string, updated: string) => ({ id, title: `<${id}> & "co"\u0001`, text: "it's", updated });
  const about = {
    id: "urn:x",
    title: "T & U",
    self: "https://x.example/?a=1&b=2",
    updated: "1970-01-01T00:00:09.000Z",
  };
  const entries = [entry("a", "1970-01-01T00:00:01.000Z"), entry("b", "1970-01-01T00:00:02.000Z")];
  expect(atomFeed({ ...about, entries })).toBe(`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>urn:x</id>
  <title>T &#38; U</title>
  <link rel="self" href="https://x.example/?a=1&#38;b=2"/>
  <updated>1970-01-01T00:00:02.000Z</updated>
  <author><name>Winnow</name></author>
  <entry>
    <id>a</id>
    <title>&#60;a&#62; &#38; &#34;co&#34;</title>
    <updated>1970-01-01T00:00:01.000Z</updated>
    <content type="text">it&#39;s</content>
  </entry>
  <entry>
    <id>b</id>
    <title>&#60;b&#62; &#38; &#34;co&#34;</title>
    <updated>1970-01-01T00:00:02.000Z</updated>
    <content type="text">it&#39;s</content>
  </entry>
</feed>
`);
  expect(atomFeed({ ...about, entries: [] })).toContain("<updated>1970-01-01T00:00:09.000Z</updated>");
});
