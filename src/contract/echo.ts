import { sameText } from "./same-text.ts";

/**
 * How a page repeats one part of the question that it answers. `Stated` is what the page says, `Asked` what the request to
 * the site said.
 */
export interface EchoPart<Stated = any, Asked = any> {
  /** The request fields that it covers; by default, the field with the part's name. */
  fields?: readonly string[];
  /** What the page states, as a noun: "search text". Errors and docs use it. */
  says: string;
  /** How the page shows it, for the docs; by default, "The page states its <says>.". */
  words?: string;
  /** Whether the page's value is the requested one; by default, if both have the same letters and digits. */
  same?(stated: Stated, asked: Asked): boolean;
  /** A value for people; by default, the value itself. */
  shown?(value: Stated | Asked): unknown;
  /** Why some pages do not state it. Without a reason, a page that has rows but does not state it is rejected. */
  sometimes?: string;
  /**
   * Why the site did not take a value of the caller's, such as dates that it dropped: 422 instead of 500. Null if the page
   * is simply for another request. Considered once every other part agrees.
   */
  refusal?(stated: Stated, asked: Asked): Refusal | null;
}

interface Refusal {
  /** The request field that the site did not take. */
  field: string;
  msg: string;
}

/**
 * What an operation's pages say of the question that they answer. Each request field is covered by a part, or by words that
 * say why none is: that the site does not repeat it, or how else the records are known to fit. `page` is the number (or
 * the cursor) of a page, which lists in several pages must have.
 */
export type Echo = Readonly<Record<string, EchoPart | string>>;

type PartOf<E extends Echo> = { [K in keyof E]: E[K] extends string ? never : K }[keyof E];
type AskedOf<P> = P extends { same(stated: any, asked: infer A): boolean } ? A : unknown;
type StatedOf<P> = P extends { same(stated: infer S, asked: any): boolean } ? S : unknown;

/** The values that a page states, by part; null or missing if it does not. */
export type Stated<E extends Echo> = {
  [K in Exclude<PartOf<E>, "page">]?: StatedOf<E[K]> | null | undefined;
};

/** The question of one request to the site, by part. Undefined if the request has no such part. */
export interface Question {
  readonly echo: Echo;
  readonly parts: Readonly<Record<string, unknown>>;
}

export const defineEcho = <const E extends Echo>(echo: E): E => echo;

/** The question for a request to the site. */
export const asking = <E extends Echo>(
  echo: E,
  parts: { [K in Exclude<PartOf<E>, "page">]: AskedOf<E[K]> | undefined },
): Question => ({ echo, parts });

/** The first of several texts, for people. */
export const firstOf = (value: unknown): unknown => (Array.isArray(value) ? firstOf(value[0]) : value);

/** The parts that pages state, without those that are only described. */
export const echoParts = (echo: Echo): Array<[name: string, part: EchoPart]> =>
  Object.entries(echo).flatMap(([name, part]) => (typeof part === "string" ? [] : [[name, part]]));

/** The request fields that an entry covers. */
export const echoFields = (name: string, part: EchoPart | string): readonly string[] =>
  typeof part === "string" ? [name] : (part.fields ?? [name]);

export const isSame = ({ same = sameText }: EchoPart, stated: unknown, asked: unknown): boolean => same(stated, asked);
