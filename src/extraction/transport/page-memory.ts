const unpackedPages = new WeakSet<ArrayBufferLike>();

/**
 * Frees the memory of pages as soon as they are read. Under load, pages outlive V8's young generation, and their size then
 * makes V8 collect the whole heap four times as often: a fifth more processor time per request, and 70 MB more memory. Only
 * pages unpacked here are freed: nobody else holds their memory.
 */
export const pageMemory = {
  own<B extends Uint8Array>(page: B): B {
    // Node shares one buffer among small ones.
    if (page.buffer.byteLength > Buffer.poolSize) unpackedPages.add(page.buffer);
    return page;
  },
  free({ buffer }: Uint8Array): void {
    if (unpackedPages.delete(buffer)) (buffer as ArrayBuffer).transfer(0);
  },
};
