/** A part of a file; `end` is not in it. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * The part that a `Range` header asks for (RFC 9110, 14). Null means the whole file: there is no header, it asks for several
 * parts or in another unit, or it cannot be read.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | "outside" | null {
  const [, first = "", last = ""] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? "") ?? [];
  if (first === "") return last === "" ? null : lastBytes(Number(last), size);
  const start = Number(first);
  const end = last === "" ? size : Math.min(Number(last) + 1, size);
  if (last !== "" && Number(last) < start) return null;
  return start < size ? { start, end } : "outside";
}

const lastBytes = (count: number, size: number): ByteRange | "outside" =>
  count === 0 || size === 0 ? "outside" : { start: Math.max(0, size - count), end: size };

/** Whether a part may be sent to a client whose other parts are of this tag (`If-Range`): only if every byte is the same. */
export const isSameFile = (ifRange: string | undefined, etag: string): boolean =>
  ifRange === undefined || (ifRange.trim() === etag && !etag.startsWith("W/"));
