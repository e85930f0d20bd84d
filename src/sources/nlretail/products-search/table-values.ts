import { leaveRoom, type ScanRoom } from "./scan-room.ts";
import { type TableText, textIn, valueIn } from "./table-text.ts";

/** What stands at a place of the table. */
export const Kind = {
  none: 0,
  /** A number, a flag or null. */
  literal: 1,
  text: 2,
  list: 3,
  object: 4,
  promise: 5,
  /** What leads to another place. */
  link: 6,
  /** A list marked as something else: a date, a set, an error. */
  marked: 7,
} as const;
export type Kind = (typeof Kind)[keyof typeof Kind];

const NO_NUMBERS = new Int32Array(0);

/** Numbers kept of a value: its kind, and where its text or its members begin and end. */
export const ENTRY = 3;

/**
 * The values of a table, read no further than its structure: most of a page's are never asked for. The members of all
 * objects and lists are numbers in one array, since a page has thousands of them.
 */
export class TableValues {
  readonly #text: TableText;
  #room: ScanRoom | null;
  #entries: Int32Array;
  #members: Int32Array;
  #length: number;

  constructor(text: TableText, room: ScanRoom, length: number) {
    this.#text = text;
    this.#room = room;
    this.#entries = room.entries;
    this.#members = room.members;
    this.#length = length;
  }

  get length(): number {
    return this.#length;
  }

  /** Leaves its arrays to the next scan. From then on there is nothing at any place. */
  release(): void {
    if (this.#room) leaveRoom(this.#room);
    this.#room = null;
    this.#entries = this.#members = NO_NUMBERS;
    this.#length = 0;
  }

  kind(place: number): Kind {
    return place >= 0 && place < this.#length ? (this.#entries[ENTRY * place] as Kind) : Kind.none;
  }

  /** A text, number, flag or null, undefined for anything else. Throws a `SyntaxError` for what is none of all. */
  literal(place: number): unknown {
    const kind = this.kind(place);
    if (kind === Kind.text) return textIn(this.#text, this.#start(place), this.#end(place));
    return kind === Kind.literal ? valueIn(this.#text, this.#start(place), this.#end(place)) : undefined;
  }

  /** The number of a promise, or the place that a link leads to. */
  target(place: number): number {
    return this.#start(place);
  }

  /** The places in a list. */
  items(place: number): number[] {
    const items: number[] = [];
    for (let at = this.#start(place), end = this.#end(place); at < end; at++) items.push(this.#members[at]!);
    return items;
  }

  /** What an object has under the name at a place; undefined where it has nothing. */
  member(place: number, name: number): number | undefined {
    const members = this.#members;
    for (let at = this.#start(place), end = this.#end(place); at < end; at += 2) {
      if (members[at] === name) return members[at + 1];
    }
    return undefined;
  }

  /** Tells the place of each name of an object, and of what it names, in the site's order. */
  each(place: number, tell: (name: number, place: number) => void): void {
    for (let at = this.#start(place), end = this.#end(place); at < end; at += 2) {
      tell(this.#members[at]!, this.#members[at + 1]!);
    }
  }

  /** The places of all names that objects have, each once. */
  names(): number[] {
    const names: number[] = [];
    const isKnown = new Uint8Array(this.length);
    for (let place = 0; place < this.length; place++) {
      if (this.kind(place) !== Kind.object) continue;
      for (let at = this.#start(place), end = this.#end(place); at < end; at += 2) {
        const name = this.#members[at]!;
        if (isKnown[name] !== 0) continue;
        isKnown[name] = 1;
        names.push(name);
      }
    }
    return names;
  }

  #start(place: number): number {
    return this.#entries[ENTRY * place + 1]!;
  }

  #end(place: number): number {
    return this.#entries[ENTRY * place + 2]!;
  }
}
