import { decode } from "turbo-stream";
import { describe, expect, test } from "vitest";
import { at as valueAt } from "../../source-kit/json.ts";
import { seeded } from "../../source-kit/stand-in/seeded.ts";
import { decodeStream } from "./react-stream.ts";
import { encoded } from "./testing/encoded.ts";

const read = async (value: unknown) => decodeStream(await encoded(value))?.data;

/** The reference library's result, with its promises resolved. */
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
      expect(decodeStream(stream)!.data, stream).toEqual(await refereed(stream));
    }
  });

  test("a value referenced in several places is read in each of them", async () => {
    const shared = { name: "Koken", list: [1, "1", 1] };
    expect(await read({ a: shared, b: [shared, shared], c: "Koken" })).toEqual({
      a: shared,
      b: [shared, shared],
      c: "Koken",
    });
  });

  test("promises that follow as lines are resolved, even if they refer to earlier values", async () => {
    const known = { deep: [1, 2] };
    const value = {
      known,
      later: Promise.resolve({ inner: Promise.resolve(known), text: "na" }),
      none: Promise.resolve(null),
    };
    expect(await read(value)).toEqual({ known, later: { inner: known, text: "na" }, none: null });
  });

  test("a number in the table is a literal, not a reference", async () => {
    expect(await read({ three: 3, list: [0, 1, 2, -5] })).toEqual({ three: 3, list: [0, 1, 2, -5] });
  });
});

describe("an incomplete table", () => {
  test("has undefined for a promise whose line is missing, and is read otherwise", () => {
    expect(decodeStream('[{"_1":2,"_3":4},"later",["P",2],"now","ja"]\n')!.data).toEqual({
      later: undefined,
      now: "ja",
    });
  });

  test("with a cycle of promises ends", () => {
    expect(decodeStream('[{"_1":2},"later",["P",2]]\nP2:[["Z",2]]\n')!.data).toEqual({ later: undefined });
  });

  test.each(["", "{}", "[]", "[1", '[{"_1":', "hello", "[1]\nnoise", "[1]\nP1:[", "<html></html>"])(
    "%j is not a table",
    (text) => {
      expect(decodeStream(text)).toBeNull();
    },
  );
});

describe("a table as it is written", () => {
  const at = (text: string, ...names: string[]) => valueAt(decodeStream(text)!.data, ...names);

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

  test("may contain line breaks of either kind", () => {
    expect(at('[\n{"_1":2},\n"a",\n"b"]', "a")).toBe("b");
    expect(at('[\r\n{"_1":2},"a",\n"b"]', "a")).toBe("b");
  });

  test("blank lines are skipped; a rejected promise is missing", () => {
    expect(at('[{"_1":2,"_3":4},"a",["P",1],"b",["E",2]]\n\n  \nP1:["kept"]\nE2:["failed"]\n', "a")).toBe("kept");
    expect(at('[{"_1":2},"a",["P",1]]\nE1:["failed"]', "a")).toBeUndefined();
  });

  test("a promise refers to an earlier value by index, or to a value of its own line", () => {
    expect(at('[{"_1":2,"_3":4},"a",["P",1],"b","known"]\nP1:4', "a")).toBe("known");
    expect(at('[{"_1":2},"a",["P",1]]\nP1:[{"_4":5},"c","deep"]', "a", "c")).toBe("deep");
    expect(at('[{"_1":2,"_3":4},"a",["P",12],"b",["P",1]]\nP12:["twelve"]\nP1:["one"]', "b")).toBe("one");
  });

  test.each(['[1]\nX1:["a"]', '[1]\nP:["a"]', '[1]\nxP1:["a"]', "[1]\nP1:[]", '[1]\nP1:"a"', '[1]\nP1:{"a":1}', '"a"'])(
    "%j is not a table",
    (text) => {
      expect(decodeStream(text)).toBeNull();
    },
  );

  test("a table may be a single reference", () => {
    expect(decodeStream("-5")).toEqual({ data: null });
  });

  test("objects without a prototype, and chains of references, are followed", () => {
    expect(at('[["N",{"_1":2}],"a","b"]', "a")).toBe("b");
    expect(at('[["Z",1],{"_2":3},"a","b"]', "a")).toBe("b");
    expect(at('[["N",[1]],"a"]', "a")).toBeUndefined();
    expect(at('[["N",null],"a"]', "a")).toBeUndefined();
    expect(at('[["D",{"_1":2}],"a","b"]', "a")).toBeUndefined();
    expect(at('[["Z","x"],"a"]', "a")).toBeUndefined();
  });

  test("sixty-three hops are followed, sixty-four are a cycle", () => {
    const chain = (hops: number) => {
      const steps = Array.from({ length: hops }, (_, step) => ["Z", step + 1]);
      return decodeStream(JSON.stringify([...steps, "end"]))!.data;
    };
    expect(chain(63)).toBe("end");
    expect(chain(64)).toBeUndefined();
  });

  test("a list has the values of its references; a value of another type is null", () => {
    const data = (text: string) => decodeStream(text)!.data;
    expect(data("[[1,2],7,8]")).toEqual([7, 8]);
    expect(data('[[1,"x",null,2,1.5],7,8]')).toEqual([7, 8]);
    expect(data("[[],7]")).toEqual([]);
    expect(data('[["D",1],7]')).toBeUndefined();
  });

  test("a member is read only if it is a reference; a name that is not text is ignored", () => {
    expect(decodeStream('[{"_1":"x","_2":3,"_3":3},"a","b",7]')!.data).toEqual({ a: undefined, b: 7, "": 7 });
    expect(decodeStream("[null,1]")!.data).toBeNull();
  });

  test("a value that contains itself is a cycle, and a built-in property name is not a member", () => {
    const { data } = decodeStream('[{"_1":0},"self"]')! as { data: { self: unknown } };
    expect(data.self).toBe(data);
    expect(Object.getPrototypeOf(decodeStream('[{"_1":2},"__proto__",{"_3":4},"a","b"]')!.data)).toBe(Object.prototype);
  });
});
