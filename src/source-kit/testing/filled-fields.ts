import type { Operation } from "../../contract/operation.ts";

/** The fields that a healthy page always fills. */
export const filledFields = ({ record }: Operation): string[] =>
  Object.entries(record.properties as Record<string, { "x-filled"?: boolean }>)
    .filter(([, field]) => field["x-filled"])
    .map(([name]) => name);
