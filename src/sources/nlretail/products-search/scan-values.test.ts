import { describe, expect, test } from "vitest";
import { seeded } from "../../../contract/seeded.ts";
import { NOWHERE, ValueScanner } from "./scan-values.ts";
import { plainText } from "./table-text.ts";
import { Kind, type TableValues } from "./table-values.ts";

function scanned(text: string): TableValues {
  const scanner = new ValueScanner(plainText(text));
  scanner.scanArray(0);
  return scanner.values();
}

/** The same in a literal, as a page writes it, with something around it. */
function scannedLiteral(text: string): TableValues {
  const literal = JSON.stringify(text).replace(/[<>&]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`);
  const bytes = Buffer.from(`enqueue(${literal});]}`);
  const start = "enqueue(".length + 1;
  const scanner = new ValueScanner({ bytes, start, end: bytes.length - ");]}".length - 1, isLiteral: true });
  scanner.scanArray(start);
  return scanner.values();
}

/** What a value is, by its kind. */
function valueAt(values: TableValues, place: number): unknown {
  const kind = values.kind(place);
  if (kind === Kind.list) return values.items(place);
  if (kind === Kind.promise || kind === Kind.link) return { kind, target: values.target(place) };
  if (kind === Kind.marked) return { kind };
  if (kind !== Kind.object) return values.literal(place);
  const members: number[][] = [];
  values.each(place, (name, member) => members.push([name, member]));
  return { members };
}

/** The same, by what `JSON.parse` reads. */
function expectedOf(value: unknown): unknown {
  const isObject = (one: unknown): one is object => typeof one === "object" && one !== null && !Array.isArray(one);
  const isPlace = (one: unknown) => Number.isInteger(one) && Math.abs(one as number) < 1e9;
  const membersOf = (object: object) => ({
    members: Object.entries(object).map(([name, member]) => [
      /^_\d{1,9}$/.test(name) ? Number(name.slice(1)) : NOWHERE,
      isPlace(member) ? member : NOWHERE,
    ]),
  });
  if (isObject(value)) return membersOf(value);
  if (!Array.isArray(value)) return value;
  const [mark, marked] = value;
  if (typeof mark !== "string") return value.filter(isPlace);
  if (mark === "P" && isPlace(marked)) return { kind: Kind.promise, target: marked };
  if (mark === "Z" && isPlace(marked)) return { kind: Kind.link, target: marked };
  return mark === "N" && isObject(marked) ? membersOf(marked) : { kind: Kind.marked };
}

function randomText(chance: ReturnType<typeof seeded>): string {
  const pieces = ["koffie", "é€", '"', "\\", "\n", "\u2028", "]", "},{", "", "<b>&", "\ud83d\ude00", "_1"];
  return Array.from({ length: chance.int(0, 4) }, () => chance.pick(pieces)).join("");
}

function randomValue(chance: ReturnType<typeof seeded>): unknown {
  const place = () => chance.pick([0, 7, 2803, -5, -7, 123456789, 1234567890, 1.5, 1e21]);
  const odd = () => chance.pick<unknown>([null, "x", [1], { a: 1 }, true]);
  const members = () => Array.from({ length: chance.int(0, 5) }, () => (chance.chance(0.9) ? place() : odd()));
  const name = () => (chance.chance(0.9) ? `_${chance.int(0, 99)}` : randomText(chance));
  const object = () => Object.fromEntries(members().map((member) => [name(), member]));
  const roll = chance.int(0, 9);
  if (roll <= 2) return randomText(chance);
  if (roll === 3) return chance.pick<unknown>([0, -0.5, 1e-7, 12345678901234, true, false, null]);
  if (roll <= 5) return members();
  if (roll === 6) return [chance.pick(["P", "Z", "D", "N"]), chance.chance(0.5) ? place() : object()];
  return object();
}

function randomTable(seed: string): unknown[] {
  const chance = seeded(seed);
  return Array.from({ length: chance.int(1, 12) }, () => randomValue(chance));
}

describe("JSON.parse is the referee", () => {
  test("five hundred tables of any values, with and without white space, are read the same", () => {
    for (let round = 0; round < 500; round++) {
      const table = randomTable(`values ${round}`);
      const text = JSON.stringify(table, null, round % 3);
      for (const values of [scanned(text), scannedLiteral(text)]) {
        const read = Array.from({ length: values.length }, (_, place) => valueAt(values, place));
        expect(read, text).toEqual((JSON.parse(text) as unknown[]).map(expectedOf));
      }
    }
  });

  test("a table cut short anywhere is none", () => {
    for (let round = 0; round < 20; round++) {
      const text = JSON.stringify(randomTable(`cut ${round}`));
      for (let end = 0; end < text.length; end++) {
        for (const scan of [scanned, scannedLiteral]) expect(() => scan(text.slice(0, end)), text).toThrow(SyntaxError);
      }
    }
  });

  test.each(["[]", "{}", "[,]", "[1,]", "[1 2]", '["a" "b"]', "[[}]", '[{"_1":2]', '[{"_1":2}}'])(
    "%s is none",
    (text) => {
      for (const scan of [scanned, scannedLiteral]) expect(() => scan(text)).toThrow(SyntaxError);
    },
  );
});

test("a text or number that is none is told when it is asked for", () => {
  const values = scanned('["a","\\x",tru,01,-]');
  expect(values.literal(0)).toBe("a");
  for (const place of [1, 2, 3, 4]) expect(() => values.literal(place)).toThrow(SyntaxError);
});

test("what stands beyond the table is nothing", () => {
  const values = scanned('["a"]');
  for (const place of [1, -1, -7]) {
    expect(values.kind(place)).toBe(Kind.none);
    expect(values.literal(place)).toBeUndefined();
  }
});

test("a table of any size is read whole, and the one before it stays as it was", () => {
  const before = scanned('[{"_1":2},"a",[7,8]]');
  const large = Array.from({ length: 60_000 }, (_, place) =>
    place % 2 ? [place, 0, 1] : { [`_${place}`]: place, _1: 3 },
  );
  const longer = [...large, "x".repeat(1 << 20)];
  for (const table of [large, longer, large, longer]) {
    const values = scanned(JSON.stringify(table));
    expect(values.length).toBe(table.length);
    for (const place of [0, 1, 29_999, 59_998, 59_999]) {
      expect(valueAt(values, place)).toEqual(expectedOf(table[place]));
    }
    values.release();
  }
  expect([0, 1, 2].map((place) => valueAt(before, place))).toEqual([{ members: [[1, 2]] }, "a", [7, 8]]);
});

test("a table that was released holds nothing, and disturbs none that is read after it", () => {
  const first = scanned('["a",[1],{"_0":1}]');
  first.release();
  const second = scanned('["b",[7]]');
  first.release();
  const third = scanned('["c",[8,9]]');
  expect([first.length, first.kind(0), first.literal(0), first.names()]).toEqual([0, Kind.none, undefined, []]);
  expect([second, third].map((values) => [values.literal(0), values.items(1)])).toEqual([
    ["b", [7]],
    ["c", [8, 9]],
  ]);
});

test("a name is found once, however many objects have it", () => {
  expect(scanned('[{"_3":1,"_4":2},{"_4":1},[5],"a","b"]').names()).toEqual([3, 4]);
});
