import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";

const CHUNK_BYTES = 64 * 1024;

interface Spooled {
  size: number;
  read(): Readable;
}

/**
 * Keeps content on disk for a reader that must know its length first. The file has no name from the start, so that nothing
 * of an account's records stays behind if the process dies.
 */
export async function spooled<T>(content: Readable, use: (file: Spooled) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "winnow-file-"));
  const file = await open(join(folder, "records"), "wx+", 0o600).finally(() => rm(folder, { recursive: true }));
  try {
    await file.writeFile(content);
    const { size } = await file.stat();
    return await use({ size, read: () => Readable.from(chunks(file), { objectMode: false }) });
  } finally {
    await file.close();
  }
}

/** Not a stream of the file handle: closing that would wait for readers that never finish. */
async function* chunks(file: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
