import { AwsV4Signer } from "aws4fetch";
import type { Clock } from "../../base/clock.ts";
import { outgoingFailure } from "../../extraction/egress/outgoing-failure.ts";
import { type FileFormat, recordContent } from "../../service/record-content.ts";
import type { Registry } from "../../service/registry.ts";
import type { TableFiles } from "../../service/table-files.ts";
import { batchRecords, entryAt } from "../batch-records.ts";
import type { BatchesApi, JobsApi } from "../types.ts";
import type { SealedSecrets } from "../webhooks/sealed-secrets.ts";
import type { Put, Sent } from "../webhooks/send.ts";
import type { DeliveryRow, Outbox } from "../webhooks/webhook-store.ts";
import type { DestinationRow, Destinations } from "./destinations.ts";
import { type FileFacts, filePath } from "./file-path.ts";
import { spooled } from "./spooled-file.ts";

interface Deps {
  clock: Clock;
  secrets: SealedSecrets;
  destinations: Destinations;
  registry: Registry;
  tables: TableFiles;
  put: Put;
  jobs: Pick<JobsApi, "find" | "records">;
  batches: BatchesApi;
}

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

  /** Reads the records at upload time: a late file has what is still stored. */
  async function contentOf({ account_id, payload }: DeliveryRow, format: FileFormat) {
    const { kind, id, run }: Pick<FileFacts, "kind" | "id" | "run"> = JSON.parse(payload);
    const owner = { account: { id: account_id }, key: { id: "", sources: null } };
    const { jobs, batches, registry, tables } = deps;
    if (kind === "batch") {
      const batch = await batches.find(owner, id);
      return batch && batchRecords(batch, { format, accept: undefined }, { batches, registry, tables });
    }
    const job = await jobs.find(owner, run);
    if (!job) return null;
    const records = await jobs.records(job);
    return recordContent(() => records, {
      format,
      accept: undefined,
      entry: entryAt(registry, job.operation),
      tables,
    });
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
      const content = await contentOf(delivery, destination.format);
      if (!content) return null;
      const { path }: { path: string } = JSON.parse(delivery.payload);
      const url = `${destination.endpoint}/${destination.bucket}/${path}`;
      const headers = await signed(destination, url, content.type);
      return await spooled(content.body.whole(), ({ size, read }) =>
        deps.put(url, { ...headers, "content-length": String(size) }, read(), signal),
      );
    } catch (error) {
      return { status: null, answer: "", error: outgoingFailure(error), ms: 0 };
    }
  };
}
