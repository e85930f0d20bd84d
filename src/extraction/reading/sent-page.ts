import type { Operation } from "../../contract/operation.ts";
import { Page } from "../../contract/page.ts";
import { knownOrigins, withOrigins } from "../../contract/provenance.ts";
import type { SentPage } from "./messages.ts";

/** A page for another thread. */
export function sentPage(page: Page, { echo }: Operation, withProvenance: boolean): SentPage {
  const { read, records, uncounted, answers, ...rest } = page.content;
  const places = new Map<object, number>();
  for (const record of [...read, ...records, ...uncounted]) if (!places.has(record)) places.set(record, places.size);
  const numbers = (some: Iterable<object>) => Array.from(some, (record) => places.get(record)!);
  return {
    ...rest,
    text: JSON.stringify([...places.keys()]),
    origins: withProvenance ? Array.from(places.keys(), knownOrigins) : null,
    read: numbers(read),
    records: numbers(records),
    uncounted: numbers(uncounted),
    answers: answers && {
      page: answers.page,
      isShort: answers.isShort,
      isOwnQuestion: answers.question?.echo === echo,
    },
  };
}

/** A page whose records were read in another thread. */
export type ReadPage = Page<Record<string, unknown>>;

/** The page that another thread has sent. Of its question, only whether it is the operation's own matters here. */
export function pageFrom(
  { text, origins, read, records, uncounted, answers, ...rest }: SentPage,
  { echo }: Operation,
): ReadPage {
  const plain = JSON.parse(text) as Array<Record<string, unknown>>;
  const all = origins ? plain.map((record, place) => withOrigins(record, origins[place]!)) : plain;
  const at = (places: number[]) => places.map((place) => all[place]!);
  return Page.from({
    ...rest,
    read: at(read),
    records: at(records),
    uncounted: new Set(at(uncounted)),
    answers: answers && {
      page: answers.page,
      isShort: answers.isShort,
      question: answers.isOwnQuestion ? { echo, parts: {} } : null,
    },
  });
}
