/** Idempotency keys of Winnow's own requests. A caller's key is ASCII, so none is equal to one of these. */
export const ownKey = (kind: "job" | "continues", id: string | number): string => `§${kind}:${id}`;
