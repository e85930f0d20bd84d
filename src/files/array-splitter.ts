const [QUOTE, BACKSLASH] = [34, 92];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];

/**
 * Splits a stored JSON array of objects into its elements as its bytes arrive, so that it is never in memory as a whole. It
 * finds where each element starts and ends, and parses none.
 */
export class ArraySplitter {
  #begun: Buffer[] = [];
  /** 0 outside the array, 1 between its elements, more inside one. */
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  #isEnded = false;

  /** The elements that this chunk completes. */
  push(chunk: Buffer): Buffer[] {
    const elements: Buffer[] = [];
    let start = this.#depth > 1 ? 0 : -1;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (this.#inString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) this.#inString = false;
      } else if (byte === QUOTE) this.#inString = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        this.#depth += 1;
        if (this.#depth === 2) start = at;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        this.#depth -= 1;
        if (this.#depth === 1) {
          elements.push(this.#complete(chunk.subarray(start, at + 1)));
          start = -1;
        }
        this.#isEnded = this.#depth === 0;
      }
    }
    // A copy: the rest of the chunk would stay in memory with it.
    if (start >= 0) this.#begun.push(Buffer.from(chunk.subarray(start)));
    return elements;
  }

  /** Throws if the array is not complete. */
  end(): void {
    if (!this.#isEnded) throw new Error("a stored response ended early");
  }

  #complete(rest: Buffer): Buffer {
    if (this.#begun.length === 0) return rest;
    const whole = Buffer.concat([...this.#begun, rest]);
    this.#begun = [];
    return whole;
  }
}
