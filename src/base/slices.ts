/** Bytes in pieces of this size, without copying them. */
export async function* slices(bytes: Uint8Array, size: number): AsyncGenerator<Buffer, void, undefined> {
  for (let at = 0; at < bytes.length; at += size) {
    const piece = bytes.subarray(at, at + size);
    yield Buffer.from(piece.buffer, piece.byteOffset, piece.length);
  }
}
