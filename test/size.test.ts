import { expect, test } from "vitest";
import { countRooms, grownRooms, loweredFigures } from "../scripts/size.ts";

const texts: Record<string, string> = {
  "src/store/rows.ts": "one\n\n  \ntwo\n",
  "src/store/tables/more.ts": "three",
  "src/store/rows.test.ts": "a test\n",
  "src/entry.ts": "a file between rooms\n",
  "client/src/index.ts": "one\n",
  "client/src/generated/types.ts": "one\n",
  "clients/python/tests/helper.py": "one\n",
  "docs/page.md": "one\n",
};
const rooms = countRooms(Object.keys(texts), (path) => texts[path]!);

test("A room has the lines of its files that are not blank, without tests, generated files and pages.", () => {
  expect(Object.fromEntries(rooms)).toEqual({
    "src/store": { lines: 3, files: 2 },
    src: { lines: 1, files: 1 },
    client: { lines: 1, files: 1 },
  });
});

test("A room that grows above its figure is named, and so is a room without a figure.", () => {
  expect(grownRooms(rooms, { "src/store": 3, src: 1, client: 1 })).toEqual([]);
  expect(grownRooms(rooms, { "src/store": 2, src: 9 })).toEqual([
    "src/store has 3 lines, 1 more than its figure.",
    "client has no figure in scripts/size.json.",
  ]);
});

test("Lowering never raises a figure, and drops that of a room that is gone.", () => {
  expect(loweredFigures(rooms, { "src/store": 2, src: 9, client: 1, gone: 5 })).toEqual({
    "src/store": 2,
    src: 1,
    client: 1,
  });
});
