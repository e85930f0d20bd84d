import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";

const CHUNK_BYTES = 64 * 1024;

/**
 * Content on disk, for readers that must know its length first. The file has no name from the start, so that nothing of an
 * account's records stays behind if the process dies.
 */
export async function spool(content: Readable) {
  const folder = await mkdtemp(join(tmpdir(), "winnow-file-"));
  const file = await open(join(folder, "records"), "wx+", 0o600).finally(() => rm(folder, { recursive: true }));
  try {
    await file.writeFile(content);
    const { size } = await file.stat();
    return {
      size,
      read: (): Readable => Readable.from(chunksOf(file), { objectMode: false }),
      [Symbol.asyncDispose]: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Not a stream of the file handle: closing that would wait for readers that never finish. */
async function* chunksOf(file: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
