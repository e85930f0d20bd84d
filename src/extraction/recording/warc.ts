import type { WARCRecord } from "warcio";
import type { RecordedExchange, Recording } from "./recording.ts";

/**
 * A recording as WARC, the usual archive format: one `warcinfo`, then request and response of each exchange, each its own
 * gzip member. The library is loaded on first use.
 */
export async function writeWarc(recording: Recording): Promise<Buffer> {
  const { WARCRecord, WARCSerializer } = await import("warcio");
  const { exchanges, startedAt, source, operation } = recording;
  const parts: Uint8Array[] = [];
  const add = async (record: WARCRecord) => {
    parts.push(await WARCSerializer.serialize(record, { gzip: true }));
  };
  await add(
    WARCRecord.createWARCInfo(
      { filename: "winnow.warc.gz", date: isoDate(startedAt), warcVersion: "WARC/1.1" },
      {
        software: "winnow",
        format: "WARC File Format 1.1",
        "winnow-source": source,
        "winnow-operation": operation,
        "winnow-request": asciiJson(recording.request),
        "winnow-origins": asciiJson(recording.origins),
        ...(recording.shownAt && { "winnow-shown-at": recording.shownAt }),
        "winnow-truncated": String(recording.truncated),
        "winnow-remembered": asciiJson(recording.remembered),
      },
    ),
  );
  for (const exchange of exchanges) {
    const { url, at, method, status, headers, setCookies } = exchange;
    const about = { url, date: isoDate(at), warcVersion: "WARC/1.1" as const };
    const { pathname, search, host } = new URL(url);
    const response = WARCRecord.create(
      {
        ...about,
        type: "response",
        statusline: `HTTP/1.1 ${status}`,
        // Responses unpacked in transit are recorded unpacked.
        httpHeaders: [
          ...Object.entries(headers).filter(([name]) => !UNPACKED.has(name)),
          ...setCookies.map((cookie): [string, string] => ["set-cookie", cookie]),
          ...Object.entries({ "content-length": String(exchange.body.byteLength) }),
        ].map(asciiHeader),
      },
      [exchange.body],
    );
    await add(response);
    const request = WARCRecord.create(
      {
        ...about,
        type: "request",
        statusline: `${method} ${pathname}${search} HTTP/1.1`,
        httpHeaders: Object.entries({ host, ...exchange.requestHeaders }).map(asciiHeader),
        warcHeaders: { "WARC-Concurrent-To": response.warcHeader("WARC-Record-ID") ?? "" },
      },
      [Buffer.from(exchange.requestBody ?? "")],
    );
    await add(request);
  }
  return Buffer.concat(parts);
}

const UNPACKED = new Set(["content-encoding", "transfer-encoding", "content-length", "set-cookie"]);
const isoDate = (at: number) => new Date(at).toISOString();
const asciiHeader = ([name, value]: [string, string]): [string, string] => [name, value.replace(/[^\x20-\x7e]/g, "?")];
/** Encodes a text as one ASCII line, as a header field requires. */
const asciiJson = (value: unknown) =>
  JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** Reads our own recording back; throws an explanation if the file is not one. */
export async function readWarc(bytes: Uint8Array): Promise<Recording> {
  const { WARCParser } = await import("warcio");
  let recording: Recording | null = null;
  let response: Omit<RecordedExchange, "method" | "requestHeaders" | "requestBody"> | null = null;
  for await (const record of WARCParser.iterRecords([bytes])) {
    if (record.warcType === "warcinfo") recording = aboutOf(await record.contentText(), record.warcDate);
    if (record.warcType === "response") response = await responseOf(record);
    if (record.warcType === "request" && recording && response) {
      recording.exchanges.push({
        ...response,
        method: record.httpHeaders?.method === "POST" ? "POST" : "GET",
        requestHeaders: Object.fromEntries(fieldsOf(record)),
        requestBody: (await record.contentText()) || null,
      });
      response = null;
    }
  }
  if (!recording) throw new Error("it holds no recording of Winnow (no warcinfo with winnow-operation)");
  return recording;
}

/** The responses of a WARC by any tool. */
export async function responsesIn(bytes: Uint8Array) {
  const { WARCParser } = await import("warcio");
  const responses: Array<Awaited<ReturnType<typeof responseOf>>> = [];
  for await (const record of WARCParser.iterRecords([bytes]))
    if (record.warcType === "response") responses.push(await responseOf(record));
  return responses;
}

function aboutOf(info: string, date: string | null | undefined): Recording | null {
  const fields = new Map(
    info.split("\r\n").map((line) => [line.split(":")[0], line.slice(line.indexOf(":") + 1).trim()]),
  );
  const operation = fields.get("winnow-operation");
  if (!operation) return null;
  const shownAt = fields.get("winnow-shown-at");
  return {
    source: fields.get("winnow-source") ?? "",
    operation,
    request: JSON.parse(fields.get("winnow-request") ?? "{}"),
    origins: JSON.parse(fields.get("winnow-origins") ?? "{}"),
    ...(shownAt && { shownAt }),
    startedAt: Date.parse(date ?? "") || 0,
    truncated: fields.get("winnow-truncated") === "true",
    remembered: JSON.parse(fields.get("winnow-remembered") ?? "[]"),
    exchanges: [],
  };
}

async function responseOf(record: WARCRecord) {
  const fields = fieldsOf(record);
  const isCookie = ([name]: [string, string]) => name === "set-cookie";
  return {
    at: Date.parse(record.warcDate ?? "") || 0,
    url: record.warcTargetURI ?? "",
    status: Number(record.httpHeaders?.statusCode),
    headers: Object.fromEntries(fields.filter((field) => !isCookie(field))),
    setCookies: fields.filter(isCookie).map(([, cookie]) => cookie),
    body: await record.readFully(true),
  };
}

/** With lower-case names; each cookie is a separate field. */
const fieldsOf = ({ httpHeaders }: WARCRecord): Array<[string, string]> =>
  [...(httpHeaders?.headers ?? [])].map(([name, value]) => [name.toLowerCase(), value]);
