/** A line on the terminal that is written over and over; nothing in a pipe. */
export class ProgressLine {
  readonly #terminal = process.stderr.isTTY === true;
  #shown = "";

  show(text: string): void {
    if (!this.#terminal || text === this.#shown) return;
    this.#shown = text;
    process.stderr.write(`\r\x1b[K${text.slice(0, (process.stderr.columns ?? 80) - 1)}`);
  }

  /** Takes the line away, and leaves `last` in its place where there is something to say. */
  end(last = ""): void {
    if (!this.#terminal) return;
    process.stderr.write(`\r\x1b[K${last === "" ? "" : `${last}\n`}`);
  }
}
