import type { Kysely } from "kysely";
import type { RecordProvenance } from "../contract/provenance-view.ts";
import { newestCalls } from "../metering/history.ts";
import type { Schema } from "../store/schema.ts";
import { findRecording, type KeptRecording } from "./kept-recording.ts";

interface Deps {
  db: Kysely<Schema>;
  /** Reads the pages of a call again. Null if the reader of today cannot. */
  trace(recording: KeptRecording): Promise<RecordProvenance[] | null>;
}

export type ProvenanceReader = ReturnType<typeof createProvenanceReader>;

/** Where the values of a call come from, however it was made: its kept pages are read again. Null without pages. */
export const createProvenanceReader =
  ({ db, trace }: Deps) =>
  async (accountId: string, requestId: string, sources: string[] | null): Promise<RecordProvenance[] | null> => {
    const call = await newestCalls(db, accountId, requestId, sources);
    const about = call && { request_no: call.no, account_id: accountId, request_id: requestId };
    const recording = about && (await findRecording(db, about));
    return recording && trace(recording);
  };
