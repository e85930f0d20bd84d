/** A piece of JSON that a document is made of. */
export type Json = Record<string, unknown>;
