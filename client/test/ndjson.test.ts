import { describe, expect, test, vi } from "vitest";
import { ConnectionFailed, Unavailable } from "../src/index.ts";
import { readRecords } from "../src/ndjson.ts";

const records = [
  { id: "1", name: "Fahrräder 🚲" },
  { id: "2", name: "日本語" },
];
/** Sets no limit. */
const during = <T>(wait: () => Promise<T>) => wait();
const bytes = new TextEncoder().encode(`${records.map((record) => JSON.stringify(record)).join("\n")}\n`);

/** A response whose bytes arrive in chunks of this size. */
function arriving(all: Uint8Array, size: number, onCancel = () => {}): Response {
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= all.length) return controller.close();
      controller.enqueue(all.slice(at, at + size));
      at += size;
    },
    cancel: onCancel,
  });
  return new Response(body, { headers: { "x-request-id": "request" } });
}

describe("newline-delimited records", () => {
  test.each([1, 2, 3, 7, 1_000])(
    "newline-delimited records are the same when they arrive %i bytes at a time",
    async (size) => {
      expect(await Array.fromAsync(readRecords(arriving(bytes, size), during))).toEqual(records);
    },
  );

  test("cut in the middle of a record are ConnectionFailed, after the complete ones", async () => {
    const seen: unknown[] = [];
    const read = async () => {
      for await (const record of readRecords(arriving(bytes.slice(0, -5), 9), during)) seen.push(record);
    };
    await expect(read()).rejects.toThrow(new ConnectionFailed("the response was cut short in the middle of a record"));
    expect(seen).toEqual([records[0]]);
  });

  test("newline-delimited records that end in an error of the service throw it, with the request id", async () => {
    const last = { "@type": "WinnowError", status: 412, code: "no_such_thing", detail: "no such shelf" };
    const text = `${JSON.stringify(records[0])}\n${JSON.stringify(last)}\n`;
    const seen: unknown[] = [];
    const read = async () => {
      for await (const record of readRecords(arriving(new TextEncoder().encode(text), 50), during)) seen.push(record);
    };
    const error = await read().catch((thrown) => thrown);
    expect(error).toBeInstanceOf(Unavailable);
    expect(error).toMatchObject({ message: "no such shelf", requestId: "request", retryAfter: null });
    expect(seen).toEqual([records[0]]);
  });

  test("newline-delimited records are not fetched further when the reader leaves", async () => {
    const cancelled = vi.fn();
    for await (const _ of readRecords(arriving(bytes, 1, cancelled), during)) break;
    expect(cancelled).toHaveBeenCalledOnce();
  });

  test("newline-delimited records of an empty body are none", async () => {
    expect(await Array.fromAsync(readRecords(new Response(null), during))).toEqual([]);
  });
});
