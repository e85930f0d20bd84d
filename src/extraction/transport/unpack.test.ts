import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { unpack } from "./unpack.ts";

const MAX = 32 * 1024 * 1024;
const page = Buffer.from("<html>een bladzijde</html>".repeat(100));

describe("every encoding that is asked for is undone", () => {
  test.each([
    ["", page],
    ["identity", page],
    ["gzip", gzipSync(page)],
    ["x-gzip", gzipSync(page)],
    ["br", brotliCompressSync(page)],
    ["zstd", zstdCompressSync(page)],
    ["deflate", deflateSync(page)],
    ["Deflate", deflateRawSync(page)],
    ["gzip, br", brotliCompressSync(gzipSync(page))],
  ])("%s", async (encoding, packed) => {
    expect(Buffer.from(await unpack(packed, encoding, MAX))).toEqual(page);
  });
});

test.each([
  ["gzip", gzipSync],
  ["br", brotliCompressSync],
  ["zstd", zstdCompressSync],
  ["deflate", deflateSync],
])("a %s bomb is given up on at its ratio, long before its size", async (encoding, pack) => {
  const bomb = pack(Buffer.alloc(16 * 1024 * 1024));
  expect(bomb.length).toBeLessThan(100 * 1024);
  await expect(unpack(bomb, encoding, MAX)).rejects.toMatchObject({ code: "unreadable" });
});

test("no body unpacks to more than its limit", async () => {
  await expect(unpack(gzipSync(page), "gzip", page.length - 1)).rejects.toMatchObject({ code: "unreadable" });
});

test("a packed body that was cut is not a page", async () => {
  const packed = gzipSync(page);
  await expect(unpack(packed.subarray(0, packed.length - 9), "gzip", MAX)).rejects.toMatchObject({
    code: "not_responding",
  });
});

test("an encoding that nobody asked for is unreadable", async () => {
  await expect(unpack(page, "lzma", MAX)).rejects.toMatchObject({ code: "unreadable" });
});
