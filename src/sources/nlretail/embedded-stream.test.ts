import { expect, test } from "vitest";
import { embeddedStream } from "./react-stream.ts";
import { pageWithStream } from "./testing/encoded.ts";

const streamIn = (page: string) => embeddedStream(new TextEncoder().encode(page));
const stream = '[{"_1":2},"naam é€ \\") </script> & \\\\","waarde (\\")\\");"]\nP1:-5\n';

test.each([1, 2, 7, 1000])("a stream in pieces of %i characters is joined", (piece) => {
  expect(streamIn(pageWithStream(stream, piece))).toBe(stream);
});

test("a page without a stream gives null", () => {
  expect(streamIn("<html><script>var streamController = 1;</script></html>")).toBeNull();
});

test("a truncated piece is dropped", () => {
  const page = pageWithStream(stream, 20);
  const cut = page.slice(0, page.lastIndexOf('");'));
  expect(stream.startsWith(streamIn(cut)!)).toBe(true);
});

test.each<[string, string | null]>([
  ['streamController.enqueue("a")', "a"],
  ['streamController.enqueue( \n "a")', "a"],
  ['streamController.enqueue("a");streamController.enqueue("b")', "ab"],
  ['<script>streamController.enqueue("a");</script><script>streamController.enqueue("b");</script>', "ab"],
  // A call with other arguments is skipped.
  ['streamController.enqueue(chunk);x = "no";streamController.enqueue("b")', "b"],
  ["streamController.enqueue(chunk)", null],
  ['streamController.enqueue("")', ""],
  // A call inside a literal does not count.
  [
    'streamController.enqueue("say streamController.enqueue(\\"b\\") here");streamController.enqueue("c")',
    'say streamController.enqueue("b") herec',
  ],
  // An escaped quote before a bracket ends nothing, an escaped backslash before it does.
  ['streamController.enqueue("a\\")b")', 'a")b'],
  ['streamController.enqueue("a\\\\")', "a\\"],
  ['<script>streamController.enqueue("a");more(1);</script>', "a"],
  ['<script>streamController.enqueue("a") ; </script>', "a"],
  ['streamController.enqueue("a', null],
  ['streamController.enqueue("a");streamController.enqueue("b', "a"],
  // Content that JSON cannot parse gives nothing at all.
  ['streamController.enqueue("a\\x")', null],
  ['streamController.enqueue("a");streamController.enqueue("\\x")', null],
])("%s passes %j", (page, expected) => {
  expect(streamIn(page)).toBe(expected);
});

test("a view of a larger buffer is read from its offset", () => {
  const bytes = new TextEncoder().encode('"noise")streamController.enqueue("é€")noise");');
  expect(embeddedStream(bytes.subarray(8, bytes.length - 8))).toBe("é€");
});
