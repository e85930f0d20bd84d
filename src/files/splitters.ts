import { WinnowError } from "../contract/errors.ts";
import { limits } from "../limits/limits.ts";

/** Splits an upload into its requests as it arrives, so that it is never in memory as a whole. */
export interface Splitter {
  /** The pieces that this chunk completes, cut lazily. */
  push(chunk: Buffer): Iterable<Buffer>;
  /** The rest when the upload has ended. */
  end(): Iterable<Buffer>;
}

const [LF, CR, QUOTE, BACKSLASH, COMMA] = [10, 13, 34, 92, 44];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];
const NOTHING = Buffer.alloc(0);
const MAX_OUTSIDE = limits.otherBody.max;

/** The beginning of a piece whose end has not arrived. It is joined once, however small the chunks are. */
class Begun {
  readonly #most: number;
  #chunks: Buffer[] = [];
  #length = 0;

  constructor(max: number) {
    this.#most = max;
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  add(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#length += bytes.length;
    this.#chunks.push(bytes);
    if (this.#length > this.#most) {
      throw new WinnowError("body_too_large", `One request of the upload is larger than ${this.#most / 1024} kB.`);
    }
  }

  complete(bytes: Buffer): Buffer {
    if (this.#length === 0) return bytes;
    const whole = Buffer.concat([...this.#chunks, bytes]);
    this.#chunks = [];
    this.#length = 0;
    return whole;
  }
}

/** Tells the bytes that are part of a string in JSON from those that structure it. */
class Strings {
  #isInside = false;
  #isEscaped = false;

  /** Whether the next byte is part of a string. */
  has(byte: number): boolean {
    if (!this.#isInside) {
      this.#isInside = byte === QUOTE;
      return this.#isInside;
    }
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isInside = false;
    return true;
  }
}

/** Splits NDJSON into lines, or CSV into rows, where a line break within quotes is part of the row. */
export class LineSplitter implements Splitter {
  readonly #csv: boolean;
  readonly #begun: Begun;
  #quoted = false;
  #afterReturn = false;

  constructor({ csv }: { csv: boolean }) {
    this.#csv = csv;
    // A row has a few dozen cells; splitting a megabyte of them would take too long.
    this.#begun = new Begun(csv ? limits.otherBody.max : limits.callBody.max);
  }

  *push(chunk: Buffer): Generator<Buffer> {
    let from = 0;
    for (const [at, byte] of chunk.entries()) {
      // The LF of a CR LF does not end another line.
      const isHalf = byte === LF && this.#afterReturn;
      this.#afterReturn = byte === CR && this.#csv;
      if (byte === QUOTE && this.#csv) this.#quoted = !this.#quoted;
      if (this.#quoted || !(byte === LF || this.#afterReturn)) continue;
      if (!isHalf) yield this.#begun.complete(at === from ? NOTHING : chunk.subarray(from, at));
      from = at + 1;
    }
    this.#begun.add(chunk.subarray(from));
  }

  end(): Buffer[] {
    return this.#begun.isEmpty ? [] : [this.#begun.complete(NOTHING)];
  }
}

/**
 * Splits the elements of `requests` in a JSON object. It finds only their start and end: their reader checks whether each
 * is JSON, and the reader of `outside`, where each element is a 0, checks the rest.
 */
export class RequestsSplitter implements Splitter {
  /** The upload up to the list of requests. */
  before = "";
  readonly #begun = new Begun(limits.callBody.max);
  /** One character per byte, because a chunk may end within a multi-byte character. */
  #outside = "";
  #depth = 0;
  readonly #strings = new Strings();
  #inRequests = false;

  /** The upload without its elements. */
  get outside(): string {
    return Buffer.from(this.#outside, "latin1").toString();
  }

  *push(chunk: Buffer): Generator<Buffer> {
    let from = 0;
    for (const [at, byte] of chunk.entries()) {
      if (this.#strings.has(byte)) continue;
      if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        this.#depth++;
        if (this.#inRequests || byte === OPEN_OBJECT || this.#depth !== 2) continue;
        this.#leaveOutside(chunk.subarray(from, at));
        this.#openList();
        from = at + 1;
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT || byte === COMMA) {
        if (byte !== COMMA) this.#depth--;
        if (!this.#inRequests || this.#depth !== (byte === COMMA ? 2 : 1)) continue;
        const piece = this.#begun.complete(chunk.subarray(from, at));
        this.#inRequests = byte === COMMA;
        from = at;
        if (byte === COMMA) from++;
        const isElement = !isBlank(piece);
        this.#outside += `${isElement ? "0" : ""}${byte === COMMA ? "," : ""}`;
        if (isElement) yield piece;
      }
    }
    if (this.#inRequests) this.#begun.add(chunk.subarray(from));
    else this.#leaveOutside(chunk.subarray(from));
  }

  /** An unterminated element leaves its list open in `outside`, which is then not JSON. */
  end(): Buffer[] {
    return [];
  }

  #openList(): void {
    this.#inRequests = /(?<!\\)"requests"\s*:\s*$/.test(this.#outside);
    this.#outside += "[";
    if (this.#inRequests) this.before = this.outside.slice(0, -1);
  }

  #leaveOutside(bytes: Buffer): void {
    this.#outside += bytes.toString("latin1");
    if (this.#outside.length > MAX_OUTSIDE) {
      throw new WinnowError("body_too_large", `A batch has at most ${MAX_OUTSIDE / 1024} kB besides its requests.`);
    }
  }
}

/** Whether a piece has nothing but white space. */
export function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 32 || byte === LF || byte === CR || byte === 9);
}

/**
 * Splits a stored JSON array of objects into its elements as its bytes arrive, so that it is never in memory as a whole. It
 * finds where each element starts and ends, and parses none.
 */
export class ArraySplitter {
  readonly #begun = new Begun(Number.POSITIVE_INFINITY);
  readonly #strings = new Strings();
  /** 0 outside the array, 1 between its elements, more inside one. */
  #depth = 0;
  #isEnded = false;

  /** The elements that this chunk completes. */
  push(chunk: Buffer): Buffer[] {
    const elements: Buffer[] = [];
    let start = this.#depth > 1 ? 0 : -1;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]!;
      if (this.#strings.has(byte)) continue;
      if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        this.#depth += 1;
        if (this.#depth === 2) start = at;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        this.#depth -= 1;
        if (this.#depth === 1) {
          elements.push(this.#begun.complete(chunk.subarray(start, at + 1)));
          start = -1;
        }
        this.#isEnded = this.#depth === 0;
      }
    }
    // A copy: the rest of the chunk would stay in memory with it.
    if (start >= 0) this.#begun.add(Buffer.from(chunk.subarray(start)));
    return elements;
  }

  /** Throws if the array is not complete. */
  end(): void {
    if (!this.#isEnded) throw new Error("a stored response ended early");
  }
}
