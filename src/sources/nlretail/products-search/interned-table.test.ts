import { decode } from "turbo-stream";
import { describe, expect, test } from "vitest";
import { seeded } from "../../../contract/seeded.ts";
import { encoded } from "../testing/encoded.ts";
import { InternedTable, type Place } from "./interned-table.ts";

/** Everything behind a place, through the same calls that the readers use. */
function whole(table: InternedTable, place: Place): unknown {
  const items = table.items(place);
  if (items) return items.map((item) => whole(table, item));
  const members: Array<[string, unknown]> = [];
  const isObject = table.each(place, (name, child) => members.push([name, whole(table, child)]));
  expect(table.isContainer(place)).toBe(isObject);
  return isObject ? Object.fromEntries(members) : table.literal(place);
}

const read = async (value: unknown) => {
  const table = InternedTable.read(await encoded(value));
  return table && whole(table, table.root);
};

/** What the reference library reads back, with its promises kept. */
async function refereed(stream: string): Promise<unknown> {
  const { value, done } = await decode(new Blob([stream]).stream() as ReadableStream<Uint8Array>);
  await done;
  const settle = async (part: unknown): Promise<unknown> => {
    const kept = await part;
    if (Array.isArray(kept)) return Promise.all(kept.map(settle));
    if (typeof kept !== "object" || kept === null) return kept;
    return Object.fromEntries(await Promise.all(Object.entries(kept).map(async ([k, v]) => [k, await settle(v)])));
  };
  return settle(value);
}

function randomValue(chance: ReturnType<typeof seeded>, depth: number): unknown {
  const roll = chance.int(0, depth > 0 ? 13 : 8);
  const words = ["id", "title", "prijs", "", "_1", "koffie", "é€ \n\"'\\", "-5", "P1:", "data", "__proto"];
  if (roll === 0) return null;
  if (roll === 1) return undefined;
  if (roll === 2) return chance.pick([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, 0]);
  if (roll === 3) return chance.int(-20, 20);
  if (roll === 4) return chance.next() * 1e6;
  if (roll === 5) return chance.chance(0.5);
  if (roll <= 8) return chance.pick(words) + (chance.chance(0.5) ? chance.int(0, 9) : "");
  const size = chance.int(0, 5);
  if (roll <= 10) return Array.from({ length: size }, () => randomValue(chance, depth - 1));
  const members = Array.from({ length: size }, () => [chance.pick(words), randomValue(chance, depth - 1)]);
  if (roll === 13) return Promise.resolve(Object.fromEntries(members));
  return Object.fromEntries(members);
}

describe("the reference library is the referee", () => {
  test("five hundred random tables read the same, promises, constants and shared values included", async () => {
    for (let round = 0; round < 500; round++) {
      const stream = await encoded({ root: randomValue(seeded(`table ${round}`), 5) });
      const table = InternedTable.read(stream)!;
      expect(whole(table, table.root), stream).toEqual(await refereed(stream));
    }
  });

  test("a value that stands in many places is read in each of them", async () => {
    const shared = { name: "Koken", list: [1, "1", 1] };
    expect(await read({ a: shared, b: [shared, shared], c: "Koken" })).toEqual({
      a: shared,
      b: [shared, shared],
      c: "Koken",
    });
  });

  test("promises that follow as lines are kept, also when they lead to what was already sent", async () => {
    const known = { deep: [1, 2] };
    const value = {
      known,
      later: Promise.resolve({ inner: Promise.resolve(known), text: "na" }),
      none: Promise.resolve(null),
    };
    expect(await read(value)).toEqual({ known, later: { inner: known, text: "na" }, none: null });
  });

  test("a number in the table is a literal, not a place", async () => {
    expect(await read({ three: 3, list: [0, 1, 2, -5] })).toEqual({ three: 3, list: [0, 1, 2, -5] });
  });
});

describe("a table that is not whole", () => {
  test("a promise whose line never came is undefined, the rest is read", () => {
    const table = InternedTable.read('[{"_1":2,"_3":4},"later",["P",2],"now","ja"]\n')!;
    expect(table.literal(table.get(table.root, "later"))).toBeUndefined();
    expect(table.literal(table.get(table.root, "now"))).toBe("ja");
  });

  test("promises that lead in a circle end", () => {
    const table = InternedTable.read('[{"_1":2},"later",["P",2]]\nP2:[["Z",2]]\n')!;
    expect(table.literal(table.get(table.root, "later"))).toBeUndefined();
  });

  test.each(["", "{}", "[]", "[1", '[{"_1":', "hello", "[1]\nnoise", "[1]\nP1:[", "<html></html>"])(
    "%j is no table",
    (text) => {
      expect(InternedTable.read(text)).toBeNull();
    },
  );
});

describe("a table as it is written", () => {
  const at = (text: string, ...names: string[]) => {
    const table = InternedTable.read(text)!;
    return table.literal(table.get(table.root, ...names));
  };

  test.each<[number, unknown]>([
    [-1, undefined],
    [-2, Number.NaN],
    [-3, Number.NEGATIVE_INFINITY],
    [-4, -0],
    [-5, null],
    [-6, Number.POSITIVE_INFINITY],
    [-7, undefined],
    [-8, undefined],
  ])("%i stands for %j", (place, value) => {
    expect(at(`[{"_1":${place}},"a"]`, "a")).toBe(value);
  });

  test("with line breaks in it, of either kind, it is the same", () => {
    expect(at('[\n{"_1":2},\n"a",\n"b"]', "a")).toBe("b");
    expect(at('[\r\n{"_1":2},"a",\n"b"]', "a")).toBe("b");
  });

  test("blank lines are passed over; a promise that failed is not there", () => {
    expect(at('[{"_1":2,"_3":4},"a",["P",1],"b",["E",2]]\n\n  \nP1:["kept"]\nE2:["failed"]\n', "a")).toBe("kept");
    expect(at('[{"_1":2},"a",["P",1]]\nE1:["failed"]', "a")).toBeUndefined();
  });

  test("a promise leads to what was sent, by its place, or to what comes with it, behind that", () => {
    expect(at('[{"_1":2,"_3":4},"a",["P",1],"b","known"]\nP1:4', "a")).toBe("known");
    expect(at('[{"_1":2},"a",["P",1]]\nP1:[{"_4":5},"c","deep"]', "a", "c")).toBe("deep");
    expect(at('[{"_1":2,"_3":4},"a",["P",12],"b",["P",1]]\nP12:["twelve"]\nP1:["one"]', "b")).toBe("one");
  });

  test.each(['[1]\nX1:["a"]', '[1]\nP:["a"]', '[1]\nxP1:["a"]', "[1]\nP1:[]", '[1]\nP1:"a"', '[1]\nP1:{"a":1}', '"a"'])(
    "%j is no table",
    (text) => {
      expect(InternedTable.read(text)).toBeNull();
    },
  );

  test("a table may be a place alone", () => {
    const table = InternedTable.read("-5")!;
    expect(table.root).toBe(-5);
    expect(table.literal(table.root)).toBeNull();
  });

  test("objects without a prototype, and ways from one place to another, are followed", () => {
    expect(at('[["N",{"_1":2}],"a","b"]', "a")).toBe("b");
    expect(at('[["Z",1],{"_2":3},"a","b"]', "a")).toBe("b");
    expect(at('[["N",[1]],"a"]', "a")).toBeUndefined();
    expect(at('[["N",null],"a"]', "a")).toBeUndefined();
    expect(at('[["D",{"_1":2}],"a","b"]', "a")).toBeUndefined();
    expect(at('[["Z","x"],"a"]', "a")).toBeUndefined();
  });

  test("sixty-three hops are followed, sixty-four are a circle", () => {
    const chain = (hops: number) => {
      const steps = Array.from({ length: hops }, (_, step) => ["Z", step + 1]);
      return InternedTable.read(JSON.stringify([...steps, "end"]))!;
    };
    expect(chain(63).literal(0)).toBe("end");
    expect(chain(64).literal(0)).toBeUndefined();
  });

  test("a list is its places; a typed value, a text and an object are none", () => {
    const items = (text: string) => InternedTable.read(text)!.items(0);
    expect(items("[[1,2],7,8]")).toEqual([1, 2]);
    expect(items('[[1,"x",null,2,1.5],7,8]')).toEqual([1, 2]);
    expect(items("[[],7]")).toEqual([]);
    expect(items('[["D",1],7]')).toBeNull();
    expect(items('["text"]')).toBeNull();
    expect(items('[{"_1":1},"a"]')).toBeNull();
  });

  test("what a name leads to is told only where it is a place, and a name that is no text is none", () => {
    const table = InternedTable.read('[{"_1":"x","_2":3,"_3":3},"a","b",7]')!;
    const told: unknown[] = [];
    expect(table.each(0, (name, place) => told.push([name, place]))).toBe(true);
    expect(told).toEqual([
      ["a", -7],
      ["b", 3],
      ["", 3],
    ]);
    expect(table.get(0, "a")).toBe(-7);
    expect(table.get(0, "b")).toBe(3);
    expect(table.get(0, "b", "c")).toBe(-7);
    expect(table.each(3, () => {})).toBe(false);
    expect([table.isContainer(0), table.isContainer(1), table.isContainer(-5)]).toEqual([true, false, false]);
    expect(InternedTable.read("[null,1]")!.isContainer(0)).toBe(false);
    expect(InternedTable.read("[null,1]")!.get(0, "a")).toBe(-7);
  });

  test("plain data are the same table: names once, null and nothing as such", () => {
    const data = { a: { name: "x", list: [1, null, "y", { name: true }] }, name: null, none: undefined };
    const table = InternedTable.of(data);
    expect(whole(table, table.root)).toEqual(data);
    expect(InternedTable.of(null).root).toBe(-5);
  });
});
