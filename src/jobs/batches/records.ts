import { WinnowError } from "../../contract/errors.ts";
import { type RecordsQuery, recordContent } from "../../files/record-content.ts";
import type { TableFiles } from "../../files/table-files.ts";
import type { Entry, Registry } from "../../service/registry.ts";
import type { BatchView } from "../work-views.ts";
import type { BatchesApi } from "./batches.ts";

interface Dependencies {
  batches: Pick<BatchesApi, "records">;
  registry: Pick<Registry, "byPath">;
  tables: TableFiles;
}

/** The records of a batch as a file. A header gives the number of expired ones. */
export async function batchRecords(
  batch: BatchView,
  query: RecordsQuery & { accept: string | undefined },
  { batches, registry, tables }: Dependencies,
) {
  const { id, records, records_expired } = batch;
  if (records > 0 && records_expired === records) {
    throw new WinnowError("not_found", "The records of this batch have expired: they are kept for 7 days.");
  }
  const entry = entryAt(registry, batch.operation);
  const { headers, ...rest } = await recordContent((line) => batches.records(batch, line), {
    ...query,
    entry,
    before: ["@line"],
    fileName: `batch-${id}`,
    tables,
  });
  const expired = records_expired > 0 && { "x-records-expired": String(records_expired) };
  return { ...rest, headers: { ...headers, ...expired } };
}

/** The operation of earlier work. */
export function entryAt(registry: Dependencies["registry"], path: string): Entry {
  const entry = registry.byPath(path);
  if (entry) return entry;
  throw new WinnowError("not_found", "This operation no longer exists.");
}
