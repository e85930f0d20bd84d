import { existsSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { spooled } from "./file-deliveries.ts";

const named = () => readdirSync(tmpdir()).filter((name) => name.startsWith("winnow-file-")).length;

test("records that wait on disk for their upload have no name, so that a process that dies leaves none behind", async () => {
  const before = named();
  let during = Number.NaN;
  const rows = async function* () {
    yield "a\n";
    during = named();
    yield "é\n";
  };
  await spooled(Readable.from(rows()), async ({ size, read }) => {
    expect([during, named()]).toEqual([before, before]);
    expect([size, await text(read()), await text(read())]).toEqual([5, "a\né\n", "a\né\n"]);
  });
});

test("records that cannot be read whole leave nothing open", async () => {
  const broken = async function* () {
    yield "a";
    throw new Error("gone");
  };
  const open = () => (existsSync("/proc/self/fd") ? readdirSync("/proc/self/fd").length : 0);
  const before = open();
  await expect(spooled(Readable.from(broken()), async () => {})).rejects.toThrow("gone");
  expect(open()).toBeLessThanOrEqual(before);
});
