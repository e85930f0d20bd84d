import { ENTRY, Kind, TableValues } from "./table-values.ts";

/** The place of what is not there: `undefined`, as the library writes it. */
export const NOWHERE = -7;

/**
 * Finds the values in the text of a table: what `JSON.parse` would give, in half of its time. Objects and lists as
 * the library writes them, `{"_1":2}` and `[3,-5]`, are taken as numbers on the way; `JSON.parse` reads the few others.
 */
export class ValueScanner {
  readonly #text: string;
  readonly #codes: Uint16Array;
  readonly #literals: unknown[] = [];
  #entryCount = 0;
  #memberCount = 0;

  constructor(text: string) {
    this.#text = text;
    this.#codes = codesOf(text);
  }

  get length(): number {
    return this.#entryCount / ENTRY;
  }

  /** What was found. To be called once, before another scan begins. */
  values(): TableValues {
    const [entries, members] = [room.entries.slice(0, this.#entryCount), room.members.slice(0, this.#memberCount)];
    return new TableValues(this.#text, entries, members, this.#literals);
  }

  /** Takes the values of the array at `start`, and says where it ends. Throws a `SyntaxError` where there is none. */
  scanArray(start: number): number {
    const codes = this.#codes;
    let at = afterBlank(codes, start);
    if (codes[at] !== OPEN_LIST) throw new SyntaxError("no list");
    do {
      at = afterBlank(codes, at + 1);
      at = afterBlank(codes, this.#scanValue(at));
    } while (codes[at] === COMMA);
    if (codes[at] !== CLOSE_LIST) throw new SyntaxError("a list that does not end");
    return at + 1;
  }

  #scanValue(start: number): number {
    const first = this.#codes[start];
    if (first === QUOTE) {
      const end = endOfText(this.#codes, start);
      this.#enter(Kind.text, start + 1, end - 1);
      return end;
    }
    if (first !== OPEN_OBJECT && first !== OPEN_LIST) return this.#parse(start, endOfLiteral(this.#codes, start));
    const from = this.#memberCount;
    const end = first === OPEN_OBJECT ? this.#scanObject(start) : this.#scanList(start);
    if (end < 0) return this.#parse(start, endOfContainer(this.#codes, start));
    this.#enter(first === OPEN_OBJECT ? Kind.object : Kind.list, from, this.#memberCount);
    return end;
  }

  /** Takes the members of an object of places, and says where it ends; -1 for any other. */
  #scanObject(start: number): number {
    const codes = this.#codes;
    if (codes[start + 1] === CLOSE_OBJECT) return start + 2;
    let { members } = room;
    let count = this.#memberCount;
    let at = start;
    do {
      if (codes[at + 1] !== QUOTE || codes[at + 2] !== UNDERSCORE) return -1;
      at += 3;
      const nameAt = at;
      let name = 0;
      for (let code = codes[at]!; code >= ZERO && code <= NINE; code = codes[++at]!)
        name = (name * 10 + code - ZERO) | 0;
      if (!isNumber(nameAt, at) || codes[at] !== QUOTE || codes[at + 1] !== COLON) return -1;
      at += 2;
      const sign = codes[at] === MINUS ? -1 : 1;
      if (sign < 0) at++;
      const placeAt = at;
      let place = 0;
      for (let code = codes[at]!; code >= ZERO && code <= NINE; code = codes[++at]!)
        place = (place * 10 + code - ZERO) | 0;
      if (!isNumber(placeAt, at)) return -1;
      if (count + 2 > members.length) members = room.members = grown(members);
      members[count++] = name;
      members[count++] = sign < 0 ? (0 - place) | 0 : place;
    } while (codes[at] === COMMA);
    if (codes[at] !== CLOSE_OBJECT) return -1;
    this.#memberCount = count;
    return at + 1;
  }

  #scanList(start: number): number {
    const codes = this.#codes;
    if (codes[start + 1] === CLOSE_LIST) return start + 2;
    let { members } = room;
    let count = this.#memberCount;
    let at = start;
    do {
      at++;
      const sign = codes[at] === MINUS ? -1 : 1;
      if (sign < 0) at++;
      const placeAt = at;
      let place = 0;
      for (let code = codes[at]!; code >= ZERO && code <= NINE; code = codes[++at]!)
        place = (place * 10 + code - ZERO) | 0;
      if (!isNumber(placeAt, at)) return -1;
      if (count === members.length) members = room.members = grown(members);
      members[count++] = sign < 0 ? (0 - place) | 0 : place;
    } while (codes[at] === COMMA);
    if (codes[at] !== CLOSE_LIST) return -1;
    this.#memberCount = count;
    return at + 1;
  }

  #take(member: number): void {
    if (this.#memberCount === room.members.length) room.members = grown(room.members);
    room.members[this.#memberCount++] = member;
  }

  #enter(kind: Kind, start: number, end: number): void {
    const at = this.#entryCount;
    if (at + ENTRY > room.entries.length) room.entries = grown(room.entries);
    room.entries[at] = kind;
    room.entries[at + 1] = start;
    room.entries[at + 2] = end;
    this.#entryCount = at + ENTRY;
  }

  #parse(start: number, end: number): number {
    const value: unknown = JSON.parse(this.#text.slice(start, end));
    if (Array.isArray(value)) this.#enterList(value);
    else if (typeof value === "object" && value !== null) this.#enterObject(value);
    else this.#enter(Kind.literal, this.#literals.push(value) - 1, 0);
    return end;
  }

  #enterList(list: unknown[]): void {
    const [mark, marked] = list;
    const from = this.#memberCount;
    if (typeof mark !== "string") {
      for (const item of list) if (isPlace(item)) this.#take(item);
      this.#enter(Kind.list, from, this.#memberCount);
    } else if (mark === "P" && isPlace(marked)) this.#enter(Kind.promise, marked, 0);
    else if (mark === "Z" && isPlace(marked)) this.#enter(Kind.link, marked, 0);
    else if (mark === "N" && typeof marked === "object" && marked !== null && !Array.isArray(marked))
      this.#enterObject(marked);
    else this.#enter(Kind.marked, 0, 0);
  }

  #enterObject(object: object): void {
    const from = this.#memberCount;
    for (const [name, place] of Object.entries(object)) {
      this.#take(/^_\d{1,9}$/.test(name) ? Number(name.slice(1)) : NOWHERE);
      this.#take(isPlace(place) ? place : NOWHERE);
    }
    this.#enter(Kind.object, from, this.#memberCount);
  }
}

const isPlace = (value: unknown): value is number =>
  Number.isInteger(value) && Math.abs(value as number) < 10 ** MOST_DIGITS;

/** What fits into 32 bits, whatever the digits. */
const MOST_DIGITS = 9;

const isNumber = (start: number, end: number): boolean => end > start && end - start <= MOST_DIGITS;

/** Where every scan writes what it finds: to allocate it for each takes as long as the scan. Scans are never interleaved. */
let room = newRoom();

function newRoom() {
  return { codes: new Uint16Array(1 << 16), entries: new Int32Array(1 << 13), members: new Int32Array(1 << 13) };
}

/** Room for longer texts than this is given up by the scan that comes next. */
const MOST_KEPT = 1 << 20;

function grown(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const more = new Int32Array(numbers.length * 2);
  more.set(numbers);
  return more;
}

/** The text's UTF-16 codes, with zeros behind: numbers in an array are gone through twice as fast as a string. */
function codesOf(text: string): Uint16Array {
  const needed = text.length + 2;
  if (room.codes.length > MOST_KEPT) room = newRoom();
  if (room.codes.length < needed) room.codes = new Uint16Array(needed);
  const { codes } = room;
  Buffer.from(codes.buffer).write(text, "utf16le");
  codes.fill(0, text.length, needed);
  return codes;
}

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BLANK = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const UNDERSCORE = 0x5f;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

const isBlank = (code: number): boolean =>
  code === BLANK || code === LINE_FEED || code === CARRIAGE_RETURN || code === TAB;

function afterBlank(codes: Uint16Array, from: number): number {
  let at = from;
  while (isBlank(codes[at]!)) at++;
  return at;
}

function endOfText(codes: Uint16Array, start: number): number {
  for (let at = start + 1; ; at++) {
    const code = codes[at]!;
    if (code === QUOTE) return at + 1;
    if (code === BACKSLASH) at++;
    else if (code === 0) throw new SyntaxError("a text that does not end");
  }
}

function endOfContainer(codes: Uint16Array, start: number): number {
  let depth = 0;
  for (let at = start; ; at++) {
    const code = codes[at]!;
    if (code === QUOTE) at = endOfText(codes, at) - 1;
    else if (code === OPEN_OBJECT || code === OPEN_LIST) depth++;
    else if ((code === CLOSE_OBJECT || code === CLOSE_LIST) && --depth === 0) return at + 1;
    else if (code === 0) throw new SyntaxError("a container that does not end");
  }
}

function endOfLiteral(codes: Uint16Array, start: number): number {
  let at = start;
  for (
    let code = codes[at]!;
    code !== COMMA && code !== CLOSE_LIST && code !== 0 && !isBlank(code);
    code = codes[++at]!
  );
  return at;
}
