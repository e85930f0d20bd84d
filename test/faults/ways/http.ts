import { csvRecords } from "../csv-records.ts";
import {
  type LinkFormat,
  ndjsonRecords,
  OPERATION,
  REQUEST,
  type Read,
  type Reading,
  type Rec,
  targets,
  type Way,
} from "../way.ts";

/** A program without a client that checks what `docs/calling.md` says: fewer records than stated are an error. */
async function fetched(reading: Reading, path: string, records: (text: string) => Rec[], init?: RequestInit) {
  const { text, headers } = await textAt(reading, path, init);
  const read: Read = { records: records(text) };
  if (String(read.records.length) === headers.get("x-results-count")) return read;
  throw new Error("fewer records than the head states");
}

async function textAt({ url, key, timeout }: Reading, path: string, init: RequestInit = {}) {
  const response = await fetch(new URL(path, url), {
    ...init,
    headers: { "access-token": key, ...init.headers },
    ...(timeout !== null && { signal: AbortSignal.timeout(timeout * 1000) }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${text}`);
  return { text, headers: response.headers };
}

const formats: Record<LinkFormat, (text: string) => Rec[]> = {
  csv: csvRecords,
  ndjson: ndjsonRecords,
  json: JSON.parse,
};

export const http: Way[] = [
  {
    name: "call as CSV",
    target: targets.call,
    read: (reading) =>
      fetched(reading, `/api/${OPERATION}`, csvRecords, {
        method: "POST",
        headers: {
          accept: "text/csv",
          "content-type": "application/json",
          "idempotency-key": reading.idempotencyKey,
        },
        body: JSON.stringify(REQUEST),
      }),
  },
  ...Object.entries(formats).map(
    ([format, records]): Way => ({
      name: `link as ${format}`,
      target: /^GET \/links\//,
      needs: `link ${format as LinkFormat}`,
      read: (reading) => fetched(reading, reading.id, records),
    }),
  ),
  {
    name: "batch as CSV",
    target: targets.batch,
    needs: "batch",
    read: (reading) => fetched(reading, `/batches/${reading.id}/records?format=csv`, csvRecords),
  },
  {
    name: "feed of a schedule",
    target: /^GET \/schedules\/[^/]+\/feed/,
    needs: "feed",
    async read(reading) {
      const text = (await textAt(reading, reading.id)).text.trimEnd();
      if (!text.endsWith("</feed>")) throw new Error("the feed does not end");
      return { records: [{ id: text }] };
    },
  },
];
