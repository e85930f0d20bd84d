import { randomBytes } from "node:crypto";
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { unpack } from "./unpack.ts";

const MAX = 32 * 1024 * 1024;
const patient = new AbortController().signal;
/** At its default level, brotli takes seconds for a bomb. */
const brotli = (body: Uint8Array) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
const page = Buffer.from("<html>een bladzijde</html>".repeat(100));

describe("every requested encoding is decoded", () => {
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
    expect(Buffer.from(await unpack(packed, encoding, MAX, patient))).toEqual(page);
  });

  test.each([
    ["gzip", gzipSync],
    ["br", brotli],
    ["zstd", zstdCompressSync],
    ["deflate", deflateSync],
    ["deflate", deflateRawSync],
  ])("%s, of a large page", async (encoding, pack) => {
    const large = randomBytes(300 * 1024);
    expect(Buffer.from(await unpack(pack(large), encoding, MAX, patient))).toEqual(large);
  });
});

test.each([
  ["gzip", gzipSync],
  ["br", brotli],
  ["zstd", zstdCompressSync],
  ["deflate", deflateSync],
])("a %s bomb is abandoned at its ratio, long before its size", async (encoding, pack) => {
  const bomb = pack(Buffer.alloc(4 * 1024 * 1024));
  expect(bomb.length).toBeLessThan(10 * 1024);
  await expect(unpack(bomb, encoding, MAX, patient)).rejects.toMatchObject({ code: "unreadable" });
  const large = pack(Buffer.concat([randomBytes(20 * 1024), Buffer.alloc(4 * 1024 * 1024)]));
  await expect(unpack(large, encoding, 8 * 1024 * 1024, patient)).rejects.toMatchObject({ code: "unreadable" });
});

test("no body unpacks to more than its limit", async () => {
  await expect(unpack(gzipSync(page), "gzip", page.length - 1, patient)).rejects.toMatchObject({ code: "unreadable" });
});

test.each([
  ["gzip", gzipSync],
  ["br", brotli],
  ["zstd", zstdCompressSync],
  ["deflate", deflateSync],
])("a truncated %s body is not a page", async (encoding, pack) => {
  const packed = pack(page);
  const cut = packed.subarray(0, packed.length - 9);
  await expect(unpack(cut, encoding, MAX, patient)).rejects.toMatchObject({ code: "not_responding" });
});

test("unpacking stops when it is cancelled", async () => {
  const stop = new AbortController();
  const large = gzipSync(randomBytes(900 * 1024));
  const unpacking = unpack(large, "gzip", MAX, stop.signal);
  stop.abort(new Error("deadline"));
  await expect(unpacking).rejects.toThrow("deadline");
});

test("an encoding that was not requested is unreadable", async () => {
  await expect(unpack(page, "lzma", MAX, patient)).rejects.toMatchObject({ code: "unreadable" });
});
