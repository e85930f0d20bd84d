import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { Unreadable } from "../../contract/errors.ts";

/** Reads a body as it came; stops reading, and closes the stream, at the first byte above `maxBytes`. */
export async function readBody(
  stream: Readable,
  maxBytes: number,
  onBytes: (count: number) => void,
): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Flowing mode, not `for await`: a page comes in a few hundred chunks, and each would cost a turn of the loop.
  stream.on("data", (chunk: Buffer) => {
    onBytes(chunk.length);
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
    else stream.destroy(new Unreadable(`the body is larger than ${maxBytes} bytes`));
  });
  await finished(stream, { writable: false });
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size);
}
