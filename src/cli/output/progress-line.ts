/** A terminal line that is rewritten in place; prints nothing in a pipe. */
export class ProgressLine {
  readonly #terminal = process.stderr.isTTY === true;
  #shown = "";

  show(text: string): void {
    if (!this.#terminal || text === this.#shown) return;
    this.#shown = text;
    process.stderr.write(`\r\x1b[K${text.slice(0, (process.stderr.columns ?? 80) - 1)}`);
  }

  /** Clears the line, and prints `last` in its place if given. */
  end(last = ""): void {
    if (!this.#terminal) return;
    process.stderr.write(`\r\x1b[K${last === "" ? "" : `${last}\n`}`);
  }
}
