import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { AwsV4Signer } from "aws4fetch";
import type { Clock } from "../../base/clock.ts";
import { outgoingFailure } from "../../extraction/egress/outgoing-failure.ts";
import { type FileFormat, recordContent } from "../../files/record-content.ts";
import type { TableFiles } from "../../files/table-files.ts";
import type { QualityReport } from "../../service/quality-report.ts";
import type { Registry } from "../../service/registry.ts";
import type { BatchesApi } from "../batches/batches.ts";
import { batchRecords, entryAt } from "../batches/records.ts";
import type { JobsApi } from "../jobs.ts";
import { batchQuality, jobQuality } from "../quality.ts";
import type { SealedSecrets } from "../webhooks/sealed-secrets.ts";
import type { Put, Sent } from "../webhooks/send.ts";
import type { DeliveryRow, Outbox } from "../webhooks/webhook-store.ts";
import type { DestinationRow, Destinations } from "./destinations.ts";
import { type FileFacts, filePath } from "./file-path.ts";

const CHUNK_BYTES = 64 * 1024;

interface Spooled {
  size: number;
  read(): Readable;
}

/**
 * Keeps content on disk for a reader that must know its length first. The file has no name from the start, so that nothing
 * of an account's records stays behind if the process dies.
 */
export async function spooled<T>(content: Readable, use: (file: Spooled) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "winnow-file-"));
  const file = await open(join(folder, "records"), "wx+", 0o600).finally(() => rm(folder, { recursive: true }));
  try {
    await file.writeFile(content);
    const { size } = await file.stat();
    return await use({ size, read: () => Readable.from(chunks(file), { objectMode: false }) });
  } finally {
    await file.close();
  }
}

/** Not a stream of the file handle: closing that would wait for readers that never finish. */
async function* chunks(file: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

interface Deps {
  clock: Clock;
  secrets: SealedSecrets;
  destinations: Destinations;
  registry: Registry;
  tables: TableFiles;
  put: Put;
  jobs: Pick<JobsApi, "find" | "records" | "list">;
  batches: BatchesApi;
}

interface File {
  path: string;
  type: string;
  open(): Readable | Promise<Readable>;
}

type FilePayload = { path: string } & (
  | Pick<FileFacts, "kind" | "id" | "run">
  | { kind: "test"; id?: never; run?: never }
);

const TEST_TEXT = "Winnow put this file here as a test. You can delete it.\n";

type RecordContent = Awaited<ReturnType<typeof recordContent>>;

export type QueueFile = ReturnType<typeof createFileQueue>;

/** Queues files of records for upload. Queueing one again has no effect. */
export const createFileQueue =
  ({ outbox, destinations }: Pick<Deps, "destinations"> & { outbox: Outbox }) =>
  async (accountId: string, destinationId: string | null, facts: Omit<FileFacts, "format">): Promise<void> => {
    const destination = destinationId === null ? undefined : await destinations.find(accountId, destinationId);
    if (!destination) return;
    const { kind, id, run, endedAt } = facts;
    const path = filePath(destination.path, { ...facts, format: destination.format });
    const payload = JSON.stringify({ kind, id, run, path });
    await outbox.put([
      {
        account_id: accountId,
        endpoint_id: destination.id,
        url: `s3://${destination.bucket}/${path}`,
        event: "file",
        subject: `${run} ${endedAt}`,
        payload,
        about: id,
        kind: "file",
      },
    ]);
  };

/** Uploads the records of batches and runs to their owners' storage. */
export function createFileSender(deps: Deps) {
  const { clock, secrets, destinations } = deps;

  /** Reads the records at upload time: a late file has what is still stored. Null if the work is gone. */
  async function filesOf({ account_id, payload }: DeliveryRow, format: FileFormat): Promise<File[] | null> {
    const { kind, id, run, path }: FilePayload = JSON.parse(payload);
    if (kind === "test") return [{ path, type: "text/plain", open: () => Readable.from([TEST_TEXT]) }];
    const owner = { account: { id: account_id }, key: { id: "", sources: null, person_id: "" } };
    const { jobs, batches, registry, tables } = deps;
    const plain = { format, accept: undefined };
    const both = ({ type, body }: RecordContent, quality: () => Promise<QualityReport>): File[] => [
      { path, type, open: () => body.whole() },
      // Not `.json`, so that whoever reads all files of a format does not read it. Made once storage has the records.
      {
        path: `${path}.quality`,
        type: "application/json",
        open: async () => Readable.from([JSON.stringify(await quality())]),
      },
    ];
    if (kind === "batch") {
      const batch = await batches.find(owner, id);
      if (!batch) return null;
      return both(await batchRecords(batch, plain, deps), () => batchQuality(batch, deps));
    }
    const job = await jobs.find(owner, run);
    if (!job) return null;
    const records = await jobs.records(job);
    const entry = entryAt(registry, job.operation);
    return both(await recordContent(() => records, { ...plain, entry, tables }), () => jobQuality(owner, job, deps));
  }

  async function signed(destination: DestinationRow, url: string, type: string): Promise<Record<string, string>> {
    const { headers } = await new AwsV4Signer({
      method: "PUT",
      url,
      service: "s3",
      region: destination.region,
      accessKeyId: destination.access_key_id,
      secretAccessKey: secrets.open(destination.secret),
      headers: { "content-type": type, "x-amz-content-sha256": "UNSIGNED-PAYLOAD" },
      datetime: new Date(clock.now()).toISOString().replace(/[:-]|\.\d{3}/g, ""),
    }).sign();
    return Object.fromEntries(headers);
  }

  /** Null if the destination is gone. Writes a file first: storage requires the length, and the content may be large. */
  return async function send(delivery: DeliveryRow, signal: AbortSignal): Promise<Sent | null> {
    const destination = await destinations.find(delivery.account_id, delivery.endpoint_id ?? "");
    if (!destination) return null;
    try {
      const files = await filesOf(delivery, destination.format);
      if (!files) return null;
      let sent: Sent | null = null;
      for (const { path, type, open } of files) {
        const url = `${destination.endpoint}/${destination.bucket}/${path}`;
        const headers = await signed(destination, url, type);
        sent = await spooled(await open(), ({ size, read }) =>
          deps.put(url, { ...headers, "content-length": String(size) }, read(), signal),
        );
        if (sent.error !== null) break;
      }
      return sent;
    } catch (error) {
      return { status: null, answer: "", error: outgoingFailure(error), ms: 0 };
    }
  };
}
