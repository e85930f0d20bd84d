import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { Recording } from "./recording.ts";
import { readWarc, writeWarc } from "./warc.ts";

const recording: Recording = {
  source: "toy",
  operation: "/api/toy/rows",
  request: { keyword: "käse €", count: 3 },
  origins: { site: "https://site.example" },
  startedAt: Date.parse("2027-03-01T12:00:00Z"),
  truncated: true,
  remembered: [["city:Zürich", { id: 7 }]],
  exchanges: [
    {
      at: Date.parse("2027-03-01T12:00:01Z"),
      url: "https://site.example/rows?page=1",
      method: "GET",
      requestHeaders: { accept: "text/html", "x-place": "Zürich" },
      requestBody: null,
      status: 302,
      headers: { location: "/next", "content-encoding": "gzip", "transfer-encoding": "chunked", "content-length": "9" },
      setCookies: ["a=1; Expires=Mon, 01 Mar 2027 13:00:00 GMT; Path=/", "b=2"],
      body: Buffer.from(""),
    },
    {
      at: Date.parse("2027-03-01T12:00:02Z"),
      url: "https://site.example/next",
      method: "POST",
      requestHeaders: { "content-type": "application/json" },
      requestBody: '{"q":"käse"}',
      status: 200,
      headers: { "content-type": "text/html", "x-title": "Käse" },
      setCookies: [],
      body: Buffer.from([0xff, 0x00, 0x41]),
    },
  ],
};

describe("a recording in its file", () => {
  test("a recording in its file is the same when it is read back: the request, and each exchange in full", async () => {
    const read = await readWarc(await writeWarc(recording));
    const [first, second] = recording.exchanges;
    expect({ ...read, exchanges: [] }).toEqual({ ...recording, exchanges: [] });
    expect(read.exchanges.map((exchange) => ({ ...exchange, body: Buffer.from(exchange.body) }))).toEqual([
      {
        ...first!,
        requestHeaders: { host: "site.example", accept: "text/html", "x-place": "Z?rich" },
        headers: { location: "/next", "content-length": "0" },
      },
      {
        ...second!,
        requestHeaders: { host: "site.example", "content-type": "application/json" },
        headers: { "content-type": "text/html", "x-title": "K?se", "content-length": "3" },
      },
    ]);
  });

  test("a recording in its file is WARC 1.1 that other programs can read: a warcinfo, then response and request, linked by their id", async () => {
    const text = gunzipSync(await writeWarc(recording)).toString("latin1");
    expect(text.match(/^WARC\/1\.1/gm)).toHaveLength(5);
    expect(text.match(/^WARC-Type: \w+/gm)).toEqual([
      "WARC-Type: warcinfo",
      "WARC-Type: response",
      "WARC-Type: request",
      "WARC-Type: response",
      "WARC-Type: request",
    ]);
    const ids = [...text.matchAll(/^WARC-Record-ID: (\S+)/gm)].map(([, id]) => id);
    const joined = [...text.matchAll(/^WARC-Concurrent-To: (\S+)/gm)].map(([, id]) => id);
    expect(joined).toEqual([ids[1], ids[3]]);
    expect(text).toContain("WARC-Filename: winnow.warc.gz");
    expect(text).toContain("software: winnow\r\n");
    expect(text).toContain("format: WARC File Format 1.1\r\n");
    expect(text).toContain('winnow-request: {"keyword":"k\\u00e4se \\u20ac","count":3}\r\n');
    expect(text).toContain("WARC-Date: 2027-03-01T12:00:00");
    expect(text).toContain("GET /rows?page=1 HTTP/1.1\r\n");
    expect(text).toContain("HTTP/1.1 302");
    expect(text).toContain("WARC-Target-URI: https://site.example/next");
  });

  test("states that it is complete", async () => {
    expect((await readWarc(await writeWarc({ ...recording, truncated: false }))).truncated).toBe(false);
  });
});

test("another program's WARC is rejected with an explanation", async () => {
  const { WARCRecord, WARCSerializer } = await import("warcio");
  const foreign = WARCRecord.createWARCInfo({ filename: "other.warc", warcVersion: "WARC/1.1" }, { software: "other" });
  await expect(readWarc(await WARCSerializer.serialize(foreign))).rejects.toThrow(
    "it holds no recording of Winnow (no warcinfo with winnow-operation)",
  );
});

test("a recording with only its operation has nothing else", async () => {
  const { WARCRecord, WARCSerializer } = await import("warcio");
  const bare = WARCRecord.createWARCInfo(
    { filename: "x", warcVersion: "WARC/1.1", date: "2027-03-01T12:00:00Z" },
    { "winnow-operation": "/api/toy/rows" },
  );
  expect(await readWarc(await WARCSerializer.serialize(bare))).toEqual({
    source: "",
    operation: "/api/toy/rows",
    request: {},
    origins: {},
    truncated: false,
    remembered: [],
    exchanges: [],
    startedAt: Date.parse("2027-03-01T12:00:00Z"),
  });
});
