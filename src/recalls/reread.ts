import { isDeepStrictEqual } from "node:util";
import type { Kysely } from "kysely";
import type { Clock } from "../base/clock.ts";
import { PROVENANCE } from "../contract/provenance-view.ts";
import type { Source } from "../contract/source.ts";
import { replay } from "../extraction/recording/replay.ts";
import { packBody } from "../store/packing.ts";
import type { Row, Schema } from "../store/schema.ts";
import { deliveredRecords } from "./delivered-calls.ts";
import { findRecording, openRecording } from "./kept-recording.ts";
import { RecallRefused } from "./recalls.ts";

export interface RereadDeps {
  db: Kysely<Schema>;
  clock: Clock;
  source(name: string): Source | undefined;
  settings(source: string): Readonly<Record<string, string>>;
}

export interface RereadCall {
  requestId: string;
  /** `same`: the reader still finds what was delivered, so it is not repaired, or the site itself was wrong. */
  outcome: "corrected" | "same" | "no pages" | "unreadable";
  error?: string;
}

type Item = Pick<Row<"recall_items">, "recall_no" | "request_no" | "account_id" | "request_id">;

/**
 * Reads the kept pages of a recall's calls again, with the reader as it is now, and stores the records that are different
 * from those delivered. Nothing is charged. The next round notifies the owners.
 */
export function createReread({ db, clock, source, settings }: RereadDeps) {
  /** The records as they were sent, apart from where their values come from. */
  async function delivered(requestNo: number): Promise<unknown> {
    const records = await deliveredRecords(db, requestNo);
    return records?.map(({ [PROVENANCE]: _, ...record }) => record);
  }

  async function again(call: Item): Promise<RereadCall> {
    const { request_id: requestId, request_no, recall_no } = call;
    const kept = await findRecording(db, call);
    if (!kept) return { requestId, outcome: "no pages" };
    const recording = await openRecording(kept);
    const reader = source(recording.source);
    if (!reader) throw new RecallRefused(`There is no source ${recording.source} here.`);
    let records: Array<Record<string, unknown>>;
    try {
      records = await replay(recording, reader, settings(reader.name));
    } catch (error) {
      return { requestId, outcome: "unreadable" as const, error: String(error) };
    }
    const body = JSON.stringify(records);
    if (isDeepStrictEqual(JSON.parse(body), await delivered(request_no))) return { requestId, outcome: "same" };
    await db
      .updateTable("recall_items")
      .set({ corrected: Buffer.from(await packBody(Buffer.from(body))), corrected_at: clock.now() })
      .where("recall_no", "=", recall_no)
      .where("request_no", "=", request_no)
      .execute();
    return { requestId, outcome: "corrected" };
  }

  return async (incidentNo: number): Promise<RereadCall[]> => {
    const items = await db
      .selectFrom("recall_items")
      .innerJoin("recalls", "recalls.no", "recall_items.recall_no")
      .where("recalls.active_for", "=", incidentNo)
      .orderBy("request_no")
      .select(["recall_no", "request_no", "account_id", "request_id"])
      .execute();
    if (items.length === 0) throw new RecallRefused(`Incident ${incidentNo} has no recall with calls to read again.`);
    const read: RereadCall[] = [];
    for (const item of items) read.push(await again(item));
    if (read.some(({ outcome }) => outcome === "corrected")) {
      await db.updateTable("recalls").set({ finished_at: null }).where("active_for", "=", incidentNo).execute();
    }
    return read;
  };
}
