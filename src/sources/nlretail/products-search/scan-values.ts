import { grown, type ScanRoom, takeRoom } from "./scan-room.ts";
import {
  afterBlank,
  endOfContainer,
  endOfLiteral,
  endOfText,
  plainText,
  type TableText,
  valueIn,
} from "./table-text.ts";
import { ENTRY, Kind, TableValues } from "./table-values.ts";

/** The place of what is not there: `undefined`, as the library writes it. */
export const NOWHERE = -7;

/**
 * Finds the values in the text of a table: what `JSON.parse` would give, in a third of its time. Objects and lists as
 * the library writes them, `{"_1":2}` and `[3,-5]`, are taken as numbers on the way; `JSON.parse` reads the few others.
 * What is no table throws a `SyntaxError`.
 */
export class ValueScanner {
  /** There is always one, as of `InternedTable`. */
  static readonly none = new ValueScanner(plainText(""));

  readonly #text: TableText;
  readonly #room: ScanRoom = takeRoom();
  #entryCount = 0;
  #memberCount = 0;

  constructor(text: TableText) {
    this.#text = text;
  }

  get length(): number {
    return this.#entryCount / ENTRY;
  }

  /** What was found. */
  values(): TableValues {
    return new TableValues(this.#text, this.#room, this.length);
  }

  /** Takes the values of the array at `start`, and says where it ends. */
  scanArray(start: number): number {
    const { bytes } = this.#text;
    let at = afterBlank(this.#text, start);
    if (bytes[at] !== OPEN_LIST) throw new SyntaxError("no list");
    do {
      at = this.#scanValue(afterBlank(this.#text, at + 1));
      if (bytes[at] !== COMMA && bytes[at] !== CLOSE_LIST) at = afterBlank(this.#text, at);
    } while (bytes[at] === COMMA && at < this.#text.end);
    if (bytes[at] !== CLOSE_LIST || at >= this.#text.end) throw new SyntaxError("a list that does not end");
    return at + 1;
  }

  #scanValue(start: number): number {
    const text = this.#text;
    const quote = text.isLiteral ? 2 : 1;
    const first = text.bytes[start];
    if (text.bytes[start + quote - 1] === QUOTE) {
      const end = endOfText(text, start);
      this.#enter(Kind.text, start + quote, end - quote);
      return end;
    }
    if (first !== OPEN_OBJECT && first !== OPEN_LIST) {
      const end = endOfLiteral(text, start);
      if (end === start) throw new SyntaxError("no value");
      this.#enter(Kind.literal, start, end);
      return end;
    }
    const from = this.#memberCount;
    const end = this.#scanMembers(start, first === OPEN_OBJECT);
    if (end < 0) return this.#parse(start, endOfContainer(text, start));
    this.#enter(first === OPEN_OBJECT ? Kind.object : Kind.list, from, this.#memberCount);
    return end;
  }

  /** Takes the members of an object or a list of places, and says where it ends; -1 for any other. */
  #scanMembers(start: number, isObject: boolean): number {
    const { bytes, isLiteral } = this.#text;
    const close = isObject ? CLOSE_OBJECT : CLOSE_LIST;
    if (bytes[start + 1] === close) return start + 2;
    const quote = isLiteral ? 2 : 1;
    let { members } = this.#room;
    let count = this.#memberCount;
    let at = start;
    do {
      if (count + 2 > members.length) members = this.#room.members = grown(members);
      if (isObject) {
        at += quote + 1;
        if (bytes[at - 1] !== QUOTE || bytes[at] !== UNDERSCORE) return -1;
        const nameAt = ++at;
        let name = 0;
        for (let byte = bytes[at]!; byte >= ZERO && byte <= NINE; byte = bytes[++at]!)
          name = (name * 10 + byte - ZERO) | 0;
        if (!isNumber(nameAt, at)) return -1;
        members[count++] = name;
        at += quote;
        if (bytes[at - 1] !== QUOTE || bytes[at] !== COLON) return -1;
      }
      const isNegative = bytes[++at] === MINUS;
      if (isNegative) at++;
      const placeAt = at;
      let place = 0;
      for (let byte = bytes[at]!; byte >= ZERO && byte <= NINE; byte = bytes[++at]!)
        place = (place * 10 + byte - ZERO) | 0;
      if (!isNumber(placeAt, at)) return -1;
      members[count++] = isNegative ? (0 - place) | 0 : place;
    } while (bytes[at] === COMMA);
    if (bytes[at] !== close) return -1;
    this.#memberCount = count;
    return at + 1;
  }

  #take(member: number): void {
    const room = this.#room;
    if (this.#memberCount === room.members.length) room.members = grown(room.members);
    room.members[this.#memberCount++] = member;
  }

  #enter(kind: Kind, start: number, end: number): void {
    const room = this.#room;
    const at = this.#entryCount;
    if (at + ENTRY > room.entries.length) room.entries = grown(room.entries);
    room.entries[at] = kind;
    room.entries[at + 1] = start;
    room.entries[at + 2] = end;
    this.#entryCount = at + ENTRY;
  }

  /** A container of any other form. */
  #parse(start: number, end: number): number {
    const value = valueIn(this.#text, start, end) as object;
    if (Array.isArray(value)) this.#enterList(value);
    else this.#enterObject(value);
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

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const UNDERSCORE = 0x5f;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
