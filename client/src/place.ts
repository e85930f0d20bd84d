import { WinnowError } from "./errors.ts";

/**
 * How far stored records were read: the line of a batch (0 for a job), and how many records of that line. The records of a
 * line do not change, but other lines end while a batch runs, so a number of records alone would be no place.
 */
export class Place {
  #line = 0;
  #at = 0;
  #expired: string | null | undefined;

  /** Begins to read, for the first time or again. Returns whether the next record is a new one. */
  from(headers: Headers): (record: { "@line"?: unknown }) => boolean {
    const expired = headers.get("x-records-expired");
    if (this.#expired !== undefined && this.#expired !== expired) {
      throw new WinnowError("Records expired while they were being read: the rest is not complete.");
    }
    this.#expired = expired;
    let line = 0;
    let at = 0;
    return (record) => {
      const own = Number(record["@line"] ?? 0);
      at = own === line ? at + 1 : 1;
      line = own;
      if (line < this.#line || (line === this.#line && at <= this.#at)) return false;
      this.#line = line;
      this.#at = at;
      return true;
    };
  }
}
