import type { RecordRow } from "../../files/stored-rows.ts";
import { packBody, unpackJson } from "../../store/packing.ts";
import type { Snapshot } from "./compare.ts";

/** All records seen in recent runs, and for each the number of runs since it was last seen. */
export interface Seen {
  records: Snapshot;
  unseen: Map<string, number>;
}

export const packSnapshot = ({ records, unseen }: Seen): Promise<Uint8Array> =>
  packBody(Buffer.from(JSON.stringify(Array.from(records, ([id, record]) => [id, record, unseen.get(id) ?? 0]))));

export async function unpackSnapshot(packed: Uint8Array): Promise<Seen> {
  const rows = await unpackJson<Array<[string, RecordRow, number?]>>(packed);
  return {
    records: new Map(rows.map(([id, record]) => [id, record])),
    unseen: new Map(rows.map(([id, , runs = 0]) => [id, runs])),
  };
}
