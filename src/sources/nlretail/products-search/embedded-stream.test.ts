import { expect, test } from "vitest";
import { pageWithStream } from "../testing/encoded.ts";
import { embeddedStream } from "./embedded-stream.ts";

const streamIn = (page: string) => embeddedStream(new TextEncoder().encode(page));
const stream = '[{"_1":2},"naam é€ \\") </script> & \\\\","waarde (\\")\\");"]\nP1:-5\n';

test.each([1, 2, 7, 1000])("a stream in pieces of %i characters is put together", (piece) => {
  expect(streamIn(pageWithStream(stream, piece))).toBe(stream);
});

test("a page without a stream has none", () => {
  expect(streamIn("<html><script>var streamController = 1;</script></html>")).toBeNull();
});

test("a piece that is cut short is left out", () => {
  const page = pageWithStream(stream, 20);
  const cut = page.slice(0, page.lastIndexOf('");'));
  expect(stream.startsWith(streamIn(cut)!)).toBe(true);
});
