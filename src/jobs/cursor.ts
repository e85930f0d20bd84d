import { WinnowError } from "../contract/errors.ts";

/** Where a page of a list begins: after this row. */
export interface Place {
  at: number;
  id: string;
}

export const writeCursor = ({ at, id }: Place): string => Buffer.from(`${at}.${id}`).toString("base64url");

export function readCursor(cursor: string): Place {
  const [at = "", id = ""] = Buffer.from(cursor, "base64url").toString().split(".");
  if (/^\d{1,16}$/.test(at) && /^[\w-]{1,64}$/.test(id)) return { at: Number(at), id };
  throw new WinnowError("validation", [
    { type: "value_error", loc: ["query", "cursor"], msg: "Value error, is not a cursor of this list", input: cursor },
  ]);
}
