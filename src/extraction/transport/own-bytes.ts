const own = new WeakSet<ArrayBufferLike>();

/** Bytes that were made here, and that nobody else holds. Small ones are parts of a pool that Node shares out. */
export function ownBytes<B extends Uint8Array>(bytes: B): B {
  if (bytes.buffer.byteLength !== Buffer.poolSize) own.add(bytes.buffer);
  return bytes;
}

/**
 * Gives the memory of such bytes back at once, and leaves all others alone. The collector would let dozens of pages
 * wait, and new memory for each is a quarter of what unpacking costs.
 */
export function freeOwnBytes({ buffer }: Uint8Array): void {
  if (own.delete(buffer)) (buffer as ArrayBuffer).transfer(0);
}
