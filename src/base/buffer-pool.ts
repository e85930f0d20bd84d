/**
 * Imported for its effect, by the program and by threads that handle many pages or answers. Node cuts buffers of up to half
 * of this size from one piece of memory. With its 64 KiB, whoever holds one packed page or answer holds its neighbours, a
 * page cannot be freed on its own, and a message to a thread copies the whole piece.
 */
Buffer.poolSize = 8 * 1024;
