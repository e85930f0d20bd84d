import type { StoredAnswer } from "../metering/types.ts";
import { factsFrom } from "./answer-facts.ts";
import type { JobRecords } from "./jobs-api.ts";

/** An answer as it was kept, read again. */
export const keptRecords = ({ body, headers }: StoredAnswer): JobRecords => ({
  records: JSON.parse(Buffer.from(body).toString()),
  facts: factsFrom(headers),
});
