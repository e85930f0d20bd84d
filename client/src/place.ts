import { WinnowError } from "./errors.ts";

/**
 * How far stored records were read: how many records of each line of a batch (0 for a job). The records of a line do not
 * change, but lines end in any order while a batch runs, so no single position separates read records from new ones.
 */
export class Place {
  readonly #read = new Map<number, number>();
  #expired: string | null | undefined;

  /** Begins to read, for the first time or again. Returns whether the next record is a new one. */
  from(headers: Headers): (record: { "@line"?: unknown }) => boolean {
    const expired = headers.get("x-records-expired");
    if (this.#expired !== undefined && this.#expired !== expired) {
      throw new WinnowError("Records expired while they were being read: the rest is not complete.");
    }
    this.#expired = expired;
    const arrived = new Map<number, number>();
    return (record) => {
      const line = Number(record["@line"] ?? 0);
      const count = (arrived.get(line) ?? 0) + 1;
      arrived.set(line, count);
      if (count <= (this.#read.get(line) ?? 0)) return false;
      this.#read.set(line, count);
      return true;
    };
  }
}
