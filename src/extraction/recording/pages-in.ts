import type { SeenPage } from "../../contract/errors.ts";
import { savedAnswer } from "../answer.ts";
import { seenPage } from "../unreadable-responses.ts";
import { readWarc } from "./warc.ts";

/** The address, status and title of each page in a recording; none if it cannot be read. */
export async function pagesIn(warc: Uint8Array): Promise<SeenPage[]> {
  const recording = await readWarc(warc).catch(() => null);
  return (recording?.exchanges ?? []).map(({ body, ...about }) => seenPage(savedAnswer(body, about)));
}
