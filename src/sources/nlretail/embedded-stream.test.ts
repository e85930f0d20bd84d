import { expect, test } from "vitest";
import { embeddedStream } from "./react-stream.ts";
import { pageWithStream } from "./testing/encoded.ts";

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

test.each<[string, string | null]>([
  ['streamController.enqueue("a")', "a"],
  ['streamController.enqueue( \n "a")', "a"],
  ['streamController.enqueue("a");streamController.enqueue("b")', "ab"],
  ['<script>streamController.enqueue("a");</script><script>streamController.enqueue("b");</script>', "ab"],
  // What is called with something else is passed over.
  ['streamController.enqueue(chunk);x = "no";streamController.enqueue("b")', "b"],
  ["streamController.enqueue(chunk)", null],
  ['streamController.enqueue("")', ""],
  // A call inside of a literal is none.
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
  // Nothing that JSON reads is nothing at all.
  ['streamController.enqueue("a\\x")', null],
  ['streamController.enqueue("a");streamController.enqueue("\\x")', null],
])("%s hands over %j", (page, expected) => {
  expect(streamIn(page)).toBe(expected);
});

test("bytes that lie within others are read from where they begin", () => {
  const bytes = new TextEncoder().encode('"noise")streamController.enqueue("é€")noise");');
  expect(embeddedStream(bytes.subarray(8, bytes.length - 8))).toBe("é€");
});
