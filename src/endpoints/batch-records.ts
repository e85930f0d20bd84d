import { WinnowError } from "../contract/errors.ts";
import { type RecordsQuery, recordContent } from "../service/record-content.ts";
import type { BatchView } from "../service/work-views.ts";
import { type EndpointContext, found } from "./context.ts";

/** The records of a batch as a file, whose head tells how many of them have expired. */
export async function batchRecords(
  batch: BatchView,
  query: RecordsQuery & { accept: string | undefined },
  { batches, service }: Pick<EndpointContext, "batches" | "service">,
) {
  const { id, records, records_expired } = batch;
  if (records > 0 && records_expired === records) {
    throw new WinnowError("not_found", "The records of this batch are gone: they are kept 7 days.");
  }
  const entry = found(service.registry.byPath(batch.operation), "operation any more");
  const { headers, ...rest } = await recordContent((line) => batches.records(batch, line), {
    ...{ ...query, entry, before: ["@line"], fileName: `batch-${id}` },
  });
  const told = records_expired > 0 && { "x-records-expired": String(records_expired) };
  return { ...rest, headers: { ...headers, ...told } };
}
