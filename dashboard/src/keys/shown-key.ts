import { lazyPart } from "../api/connection.ts";

/** The card of a new key. It is needed once per key, so it loads with the first one. */
export const NewKeyCard = lazyPart(async () => ({ default: (await import("./new-key-card.tsx")).NewKeyCard }));
