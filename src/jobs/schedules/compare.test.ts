import { expect, test } from "vitest";
import { compare, RUNS_UNSEEN, type Snapshot } from "./compare.ts";

const snapshot = (...records: Array<Record<string, unknown>>): Snapshot =>
  new Map(records.map((record) => [String(record.id), record]));
const options = { ignore: [], complete: true, inDoubt: [] };

test("reports added, removed and changed records, with old and new values of each field", () => {
  const before = snapshot({ id: 1, price: 5, tags: ["a"] }, { id: 2, price: 7 });
  const { changes, after } = compare(
    before,
    [
      { id: 1, price: 6, tags: ["a"] },
      { id: 3, price: 1 },
    ],
    options,
  );
  expect(changes).toEqual([
    {
      kind: "changed",
      recordId: "1",
      record: { id: 1, price: 6, tags: ["a"] },
      fields: { price: { old: 5, new: 6 } },
    },
    { kind: "added", recordId: "3", record: { id: 3, price: 1 } },
    { kind: "removed", recordId: "2", record: { id: 2, price: 7 } },
  ]);
  expect([...after.keys()]).toEqual(["1", "3"]);
});

test("a record missing from an incomplete list is not removed, nor added when it is back", () => {
  const before = snapshot({ id: 1 }, { id: 2 });
  const first = compare(before, [{ id: 1 }], { ...options, complete: false });
  expect(first.changes).toEqual([]);
  expect(compare(first.after, [{ id: 1 }, { id: 2 }], options).changes).toEqual([]);
});

test("in a truncated list, a record has left once five consecutive runs did not show it", () => {
  let seen = { after: snapshot({ id: 1 }, { id: 2 }), unseen: new Map<string, number>() };
  const kinds: string[][] = [];
  for (let run = 0; run < RUNS_UNSEEN; run++) {
    const compared = compare(seen.after, [{ id: 2 }], { ...options, complete: false, unseen: seen.unseen });
    kinds.push(compared.changes.map(({ kind, recordId }) => `${kind} ${recordId}`));
    seen = compared;
  }
  expect(kinds).toEqual([[], [], [], [], ["left 1"]]);
  const back = compare(seen.after, [{ id: 1 }], { ...options, complete: false, unseen: seen.unseen });
  expect(back.changes).toMatchObject([{ kind: "entered", recordId: "1" }]);
});

test("a field in doubt keeps the value that it had, and the others are compared", () => {
  const before = snapshot({ id: 1, price: 5, stock: 3 }, { id: 2, price: 7, stock: 3 });
  const records = [
    { id: 1, price: 500, stock: 2 },
    { id: 3, price: 100, stock: 9 },
  ];
  const doubtful = compare(before, records, { ...options, inDoubt: ["price.amount"] });
  expect(doubtful.changes).toEqual([
    { kind: "changed", recordId: "1", record: records[0], fields: { stock: { old: 3, new: 2 } } },
    { kind: "added", recordId: "3", record: records[1] },
    { kind: "removed", recordId: "2", record: { id: 2, price: 7, stock: 3 } },
  ]);
  // The doubt is dismissed: what was held back is reported now.
  const next = compare(doubtful.after, [{ id: 1, price: 500, stock: 2 }, records[1]!], options);
  expect(next.changes).toMatchObject([{ kind: "changed", recordId: "1", fields: { price: { old: 5, new: 500 } } }]);
});

test("nothing has left a list that is itself in doubt", () => {
  const before = snapshot({ id: 1, price: 5 }, { id: 2, price: 7 });
  const doubtful = compare(before, [{ id: 1, price: 6 }], { ...options, inDoubt: ["answer.records"] });
  expect(doubtful.changes).toMatchObject([{ kind: "changed", recordId: "1" }]);
  expect(compare(doubtful.after, [{ id: 1, price: 6 }], options).changes).toMatchObject([{ kind: "removed" }]);
});

test("ignored fields change nothing, and the first of two records with the same id counts", () => {
  const before = snapshot({ id: 1, seen: 1, price: 2 });
  const now = [
    { id: 1, seen: 9, price: 2 },
    { id: 1, seen: 9, price: 3 },
    { id: null, price: 4 },
  ];
  expect(compare(before, now, { ...options, ignore: ["seen"] }).changes).toEqual([]);
});

test("a missing field equals null; adding or dropping a null field is no change", () => {
  const before = snapshot({ id: 1, gone: 5, empty: null });
  expect(compare(before, [{ id: 1, fresh: 7 }], options).changes).toEqual([
    expect.objectContaining({ fields: { gone: { old: 5, new: null }, fresh: { old: null, new: 7 } } }),
  ]);
  expect(compare(before, [{ id: 1, gone: 5 }], options).changes).toEqual([]);
  expect(compare(before, [{ id: null }, { name: "x" }], options).changes).toMatchObject([{ kind: "removed" }]);
});
