import { readFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import { WinnowError } from "../../../contract/errors.ts";
import type { Source } from "../../../contract/source.ts";
import { replay } from "../../../extraction/recording/replay.ts";
import { readWarc } from "../../../extraction/recording/warc.ts";

type Row = Record<string, unknown>;

/** The records that the current readers get from the previous recording; none if it has no such request. */
export async function recordsOfLastTime(source: Source, file: string, request: Row): Promise<Row[]> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (bytes === null) return [];
  const recording = await readWarc(bytes);
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(request)), recording.request)) return [];
  try {
    return await replay(recording, source);
  } catch (error) {
    // A reader that no longer understands the recording cannot be compared.
    if (error instanceof WinnowError) return [];
    throw error;
  }
}
