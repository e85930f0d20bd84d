/**
 * Parses JSON as Python's `json.loads` does. Keeps distinctions that JavaScript's parser loses: floats and integers,
 * integers of any length, the order of number-like keys, NaN and the infinities.
 */
export type Json = null | boolean | number | bigint | string | JsonFloat | Json[] | JsonObject;
type JsonObject = Map<string, Json>;

/** A number written as a float. A plain `number` is an integer in the safe range, a `bigint` an integer beyond it. */
export class JsonFloat {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

/** The text is not JSON. `position` counts code points, as Python does. */
export class JsonFault extends Error {
  readonly position: number;
  constructor(message: string, text: string, index: number) {
    super(message);
    this.position = index - (text.slice(0, index).match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
  }
}

/** Valid JSON that exceeds Python's limits: nested too deep, or an integer too long. The message says of a body what it is. */
export class JsonTooMuch extends Error {}

/** Python 3.13's limits: depth of nesting, and digits of one integer. */
export const DEEPEST = 9_998;
export const MAX_DIGITS = 4_300;

const integer = /-?(?:0|[1-9]\d*)/y;
const fraction = /(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
const escapeHex = /[0-9a-fA-F]{4}/y;
const space = /[ \t\n\r]*/y;

const words: Array<[string, Json]> = [
  ["null", null],
  ["true", true],
  ["false", false],
  ["NaN", new JsonFloat(Number.NaN)],
  ["Infinity", new JsonFloat(Number.POSITIVE_INFINITY)],
  ["-Infinity", new JsonFloat(Number.NEGATIVE_INFINITY)],
];

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

const escapes: Record<string, string> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

export function parseJson(text: string): Json {
  const parser = new Parser(text);
  const value = parser.value();
  parser.skipSpace();
  if (parser.at < text.length) throw parser.fault("Extra data");
  return value;
}

/** An open container: a list, or an object with the key of the next value. */
type Open = Json[] | { object: JsonObject; key: string };

class Parser {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  fault(message: string, index = this.at): JsonFault {
    return new JsonFault(message, this.text, index);
  }

  skipSpace(): void {
    const code = this.text.charCodeAt(this.at);
    if (code === 32 || code === 10 || code === 13 || code === 9) {
      space.lastIndex = this.at;
      space.test(this.text);
      this.at = space.lastIndex;
    }
  }

  /** Parses one value with an explicit stack instead of recursion, because the caller controls the depth of a body. */
  value(): Json {
    const open: Open[] = [];
    this.skipSpace();
    for (;;) {
      let value: Json;
      const char = this.text[this.at];
      if (char === "{" || char === "[") {
        this.at += 1;
        if (open.length === DEEPEST) throw new JsonTooMuch(`it is nested deeper than ${DEEPEST} levels`);
        this.skipSpace();
        const empty = this.text[this.at] === (char === "{" ? "}" : "]");
        if (!empty) {
          open.push(char === "{" ? { object: new Map(), key: this.key() } : []);
          continue;
        }
        this.at += 1;
        value = char === "{" ? new Map() : [];
      } else value = this.scalar(char);

      for (;;) {
        const parent = open.at(-1);
        if (!parent) return value;
        if (this.attach(parent, value)) break;
        open.pop();
        value = Array.isArray(parent) ? parent : parent.object;
      }
    }
  }

  /** Adds a value to its container and continues; false if the container ends here. */
  private attach(parent: Open, value: Json): boolean {
    const isList = Array.isArray(parent);
    if (isList) parent.push(value);
    else parent.object.set(parent.key, value);
    this.skipSpace();
    const close = isList ? "]" : "}";
    if (this.text[this.at] === close) {
      this.at += 1;
      return false;
    }
    if (this.text[this.at] !== ",") throw this.fault("Expecting ',' delimiter");
    const comma = this.at;
    this.at += 1;
    this.skipSpace();
    if (this.text[this.at] === close) {
      throw this.fault(`Illegal trailing comma before end of ${isList ? "array" : "object"}`, comma);
    }
    if (!isList) parent.key = this.key();
    return true;
  }

  private key(): string {
    if (this.text[this.at] !== '"') throw this.fault("Expecting property name enclosed in double quotes");
    const key = this.string();
    this.skipSpace();
    if (this.text[this.at] !== ":") throw this.fault("Expecting ':' delimiter");
    this.at += 1;
    this.skipSpace();
    return key;
  }

  private scalar(char: string | undefined): Json {
    if (char === '"') return this.string();
    integer.lastIndex = this.at;
    if (integer.test(this.text)) return this.number(integer.lastIndex);
    const word = words.find(([name]) => this.text.startsWith(name, this.at));
    if (!word) throw this.fault("Expecting value");
    this.at += word[0].length;
    return word[1];
  }

  private number(pointAt: number): Json {
    fraction.lastIndex = pointAt;
    fraction.test(this.text);
    const end = fraction.lastIndex;
    const written = this.text.slice(this.at, end);
    this.at = end;
    return numberOf(written, end > pointAt);
  }

  private string(): string {
    const { text } = this;
    const begin = this.at;
    let at = begin + 1;
    let out = "";
    for (;;) {
      const from = at;
      for (let code = text.charCodeAt(at); code > 0x1f && code !== QUOTE && code !== BACKSLASH; ) {
        at += 1;
        code = text.charCodeAt(at);
      }
      out += text.slice(from, at);
      const char = text[at];
      if (char === '"') {
        this.at = at + 1;
        return out;
      }
      if (char === undefined) throw this.fault("Unterminated string starting at", begin);
      if (char !== "\\") throw this.fault("Invalid control character at", at);
      const escaped = text[at + 1];
      if (escaped === undefined) throw this.fault("Unterminated string starting at", begin);
      if (escaped === "u") {
        escapeHex.lastIndex = at + 2;
        // Python requires a character after the four digits too; otherwise it reports the escape instead of the string.
        if (!escapeHex.test(text) || at + 6 >= text.length) throw this.fault("Invalid \\uXXXX escape", at + 1);
        out += String.fromCharCode(Number.parseInt(text.slice(at + 2, at + 6), 16));
        at += 6;
      } else {
        const meant = escapes[escaped];
        if (meant === undefined) throw this.fault("Invalid \\escape", at);
        out += meant;
        at += 2;
      }
    }
  }
}

function numberOf(written: string, isFloat: boolean): Json {
  if (isFloat) return new JsonFloat(Number(written));
  const value = Number(written);
  if (Number.isSafeInteger(value)) return value + 0;
  if (written.length - (written.startsWith("-") ? 1 : 0) > MAX_DIGITS)
    throw new JsonTooMuch(`it has an integer of more than ${MAX_DIGITS} digits`);
  return BigInt(written);
}
