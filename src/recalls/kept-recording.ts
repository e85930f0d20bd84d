import type { Kysely } from "kysely";
import { unpackRecording } from "../extraction/recording/packed.ts";
import type { Recording } from "../extraction/recording/recording.ts";
import { readWarc } from "../extraction/recording/warc.ts";
import type { Row, Schema } from "../store/schema.ts";

/** The pages of a call as they are stored. */
export interface KeptRecording {
  form: "packed" | "warc";
  bytes: Uint8Array;
}

/** The call's pages: those kept of every call, or those that its caller or a warning has kept; null if there are none. */
export async function findRecording(
  db: Kysely<Schema>,
  call: Pick<Row<"recall_items">, "request_no" | "account_id" | "request_id">,
): Promise<KeptRecording | null> {
  const kept = await db
    .selectFrom("kept_pages")
    .where("request_no", "=", call.request_no)
    .select("pages")
    .executeTakeFirst();
  if (kept) return { form: "packed", bytes: kept.pages };
  const asked = await db
    .selectFrom("evidence")
    .where("account_id", "=", call.account_id)
    .where("request_id", "=", call.request_id)
    .select("warc")
    .executeTakeFirst();
  return asked ? { form: "warc", bytes: asked.warc } : null;
}

export const openRecording = async ({ form, bytes }: KeptRecording): Promise<Recording> =>
  form === "packed" ? unpackRecording(bytes) : readWarc(bytes);
