import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { Unreadable } from "../../contract/errors.ts";
import { freeOwnBytes, ownBytes } from "./own-bytes.ts";

/**
 * Reads a body as it came, off a connection of which nobody else gets the chunks (HTTP/1.1, one request at a time). One that says it is too large is not read at all; one that does not say is closed at
 * the first byte above `maxBytes`.
 */
export async function readBody(
  stream: Readable,
  declaredBytes: number,
  maxBytes: number,
  onBytes: (count: number) => void,
): Promise<Uint8Array> {
  const tooLarge = () => new Unreadable(`the body is larger than ${maxBytes} bytes`);
  if (declaredBytes > maxBytes) {
    stream.on("error", () => {}).destroy();
    throw tooLarge();
  }
  const chunks: Buffer[] = [];
  let size = 0;
  // Flowing mode, not `for await`: a page comes in a few hundred chunks, and each would cost a turn of the loop.
  stream.on("data", (chunk: Buffer) => {
    onBytes(chunk.length);
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
    else stream.destroy(tooLarge());
  });
  await finished(stream, { writable: false });
  for (const chunk of chunks) ownBytes(chunk);
  if (chunks.length === 1) return chunks[0]!;
  const body = ownBytes(Buffer.concat(chunks, size));
  for (const chunk of chunks) freeOwnBytes(chunk);
  return body;
}
