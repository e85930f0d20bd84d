import { fakeWord, isContent } from "./fake-words.ts";

/**
 * Tokens of a text: encoded letters, entities and escapes, dates (kept), telephone numbers, and words, numbers and codes.
 * Chinese has no spaces: each character is a word.
 */
const PARTS =
  /(?<percent>(?:%[0-9A-Fa-f]{2})+)|(?<unicode>(?:\\u[0-9A-Fa-f]{4})+)|&#?\w+;|\\.|\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?|(?<phone>(?:\+|\b0)\d[\d ().-]{6,}\d)|(?<host>(?<=https?:\\?\/\\?\/|^\/\/)[\w.-]+)|(?<token>\p{Script=Han}|[\p{L}\p{M}\p{N}]+)/gu;
const STRINGS = /"((?:[^"\\]|\\.)*)"(\s*:)?|'((?:[^'\\\n]|\\.)*)'|(?<![\w.])\d+/g;
const HTML =
  /<!--([\s\S]*?)-->|(<script\b[^>]*>)([\s\S]*?)(<\/script>)|(<style\b[^>]*>)[\s\S]*?(<\/style>)|(<\/?[a-zA-Z](?:[^>"']|"[^"]*"|'[^']*')*>)|<![a-zA-Z][^>]*>|([^<]+)/g;
const ATTRIBUTES = /([\w:@.-]+)(\s*=\s*)("[^"]*"|'[^']*'|[^\s"'>]+)/g;
/** Attributes that describe an element, not the site's content. */
const STRUCTURE =
  /^(?:class|id|item(?:prop|type|scope)|rel|type|role|name|property|http-equiv|lang|dir|charset|style|for|method|width|height|sizes|loading|tabindex)$/i;
const KEPT_HOSTS = /(?:^|\.)(?:example|schema\.org|w3\.org)$/;

/** Marks a word's place in a template: private-use characters, which no page has. */
const BLANKS = /\uE000(\d+)\uE001/g;

/** How to write a word in its place: in an address, in a script. */
type Encode = (word: string) => string;

interface Blank {
  word: string;
  lower: string;
  /** As it was written there. */
  original: string;
  fake: string;
}

/**
 * Replaces names, texts, IDs and images of a site by invented ones: the same for the same word everywhere, so that IDs and
 * addresses still match. Structure stays: keys, tags, classes, lengths, case, digits, dates and the shape of URLs. A text
 * is parsed once (`page`, `text`, `json`, `html` make templates) and rendered hundreds of times with different kept words.
 */
export class Redactor {
  readonly #blanks: Blank[] = [];
  /** All replaceable words, in lower case, with their number of occurrences. */
  readonly met = new Map<string, number>();

  /** Renders a template, with invented words for all that are not kept. */
  filler(template: string): (kept: ReadonlySet<string>) => string {
    const pieces = template.split(BLANKS).map((piece, at) => (at % 2 === 0 ? piece : this.#blankAt(piece)));
    const written = (piece: string | Blank, kept: ReadonlySet<string>) => {
      if (typeof piece === "string") return piece;
      return kept.has(piece.lower) ? piece.original : piece.fake;
    };
    return (kept) => pieces.map((piece) => written(piece, kept)).join("");
  }

  /** A page in any format. */
  page(text: string): string {
    if (/^\s*</.test(text)) return this.html(text);
    return /^\s*[[{"]/.test(text) ? this.json(text) : this.text(text);
  }

  text(text: string): string {
    return text.replace(PARTS, (part, ...rest) => {
      const { percent, unicode, phone, host, token } = rest.at(-1) as Record<string, string | undefined>;
      if (percent) return this.#encoded(part, decodeURIComponent, encodeURIComponent);
      if (unicode) return this.#encoded(part, (escapes) => JSON.parse(`"${escapes}"`) as string, encodeEscapes);
      if (phone) return part.replace(/\d+/g, (digits) => fakeWord(digits));
      if (host)
        return KEPT_HOSTS.test(host) || !host.includes(".") ? host : `${this.#word(longestLabel(host))}.example`;
      return token ? this.#token(token) : part;
    });
  }

  /** JSON, or a script with JSON in it: replaces values; in keys, only long numbers. */
  json(text: string): string {
    return text.replace(STRINGS, (whole, double?: string, colon?: string, single?: string) => {
      if (colon !== undefined) return `"${this.#numbers(double!)}"${colon}`;
      if (double !== undefined) return this.#inner(whole) ?? `"${this.text(double)}"`;
      return single === undefined ? this.#word(whole) : `'${this.text(single)}'`;
    });
  }

  html(text: string): string {
    return text.replace(HTML, (whole, comment, open, script, close, styleOpen, styleClose, tag, words) => {
      if (comment !== undefined) return `<!--${this.text(comment)}-->`;
      // A script without data is of no use to a reader.
      if (open !== undefined)
        return `${this.#tag(open)}${/[[{]\s*\\?["[{]/.test(script) ? this.json(script) : ""}${close}`;
      if (styleOpen !== undefined) return `${styleOpen}${styleClose}`;
      if (tag !== undefined) return this.#tag(tag);
      return words === undefined ? whole : this.text(words);
    });
  }

  #tag(tag: string): string {
    return tag.replace(ATTRIBUTES, (whole, name: string, equals: string, value: string) => {
      if (STRUCTURE.test(name)) return `${name}${equals}${this.#numbers(value)}`;
      if (!value.includes("&quot;")) return `${name}${equals}${this.text(value)}`;
      const json = this.json(value.slice(1, -1).replaceAll("&quot;", '"')).replaceAll('"', "&quot;");
      return `${name}${equals}${whole.at(-1)}${json}${whole.at(-1)}`;
    });
  }

  /** JSON inside a JSON string. */
  #inner(literal: string): string | null {
    if (!/^"\s*[[{]/.test(literal)) return null;
    try {
      const text = JSON.parse(literal) as string;
      JSON.parse(text);
      return JSON.stringify(this.json(text));
    } catch {
      return null;
    }
  }

  #numbers(text: string): string {
    return text.replace(/\d+/g, (digits) => this.#word(digits));
  }

  /** `ABC12345` and `100cm` are a word and a number; `B0CK3L7` is a code. */
  #token(token: string): string {
    const parts = token.match(/\d+|\D+/g)!;
    return parts.length > 2 ? this.#word(token) : parts.map((part) => this.#word(part)).join("");
  }

  #word(word: string): string {
    if (!isContent(word)) return word;
    const lower = word.toLowerCase();
    this.met.set(lower, (this.met.get(lower) ?? 0) + 1);
    return this.#blank(word, (same) => same);
  }

  #blank(word: string, encode: Encode): string {
    const blank = { word, lower: word.toLowerCase(), original: encode(word), fake: encode(fakeWord(word)) };
    return `\uE000${this.#blanks.push(blank) - 1}\uE001`;
  }

  #blankAt(index: string): Blank {
    const blank = this.#blanks[Number(index)];
    if (!blank) throw new Error(`the template is of another redactor: it has no word ${index}`);
    return blank;
  }

  #encoded(part: string, decode: (text: string) => string, encode: Encode): string {
    try {
      const pieces = this.text(decode(part)).split(BLANKS);
      // Punctuation keeps its spelling.
      if (pieces.length === 1) return part;
      return pieces
        .map((piece, at) => (at % 2 === 1 ? this.#blank(this.#blankAt(piece).word, encode) : encode(piece)))
        .join("");
    } catch {
      return part;
    }
  }
}

const longestLabel = (host: string): string =>
  host.split(/[.-]/).reduce((longest, label) => (label.length > longest.length ? label : longest), "");

const encodeEscapes = (text: string) =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`).join("");
