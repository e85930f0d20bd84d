import { isDeepStrictEqual } from "node:util";
import { NoSuchThing } from "../../../contract/errors.ts";
import { makeAnswer } from "../../../extraction/answer.ts";
import { isEmpty } from "../../../extraction/is-empty.ts";
import type { Recording } from "../../../extraction/recording/recording.ts";
import { Redactor } from "./redactor.ts";

type Rec = Record<string, unknown>;
type Replay = (recording: Recording) => Promise<Rec[]>;

/**
 * Removes a site's content from recordings, so that every operation still returns as many records, with the same fields
 * filled. `kept` are the words of the site that its readers look for, `missing` the recordings of what does not exist.
 */
export async function redactRecordings(recordings: readonly Recording[], replay: Replay) {
  const before = await Promise.all(recordings.map((one) => replay(one).then(filledFields, noneIfMissing)));
  const redactor = new Redactor();
  const templates = recordings.map((one) => templateOf(withNeutralHosts(one), redactor));
  const asked = new Redactor();
  for (const { exchanges } of recordings)
    for (const { url, requestBody } of exchanges) asked.page(url + (requestBody ?? ""));
  // Needed words appear together: those of requests first, then those that each row has.
  const rank = (word: string) => (asked.met.has(word) ? Number.MAX_SAFE_INTEGER : redactor.met.get(word)!);
  const words = [...redactor.met.keys()].sort((a, b) => rank(b) - rank(a));
  const works = async (kept: ReadonlySet<string>): Promise<boolean> => {
    for (const [index, template] of templates.entries()) {
      const now = await replay(template(kept))
        .then(filledFields, noneIfMissing)
        .catch(() => undefined);
      if (!isDeepStrictEqual(now, before[index])) return false;
    }
    return true;
  };
  if (!(await works(new Set(words)))) throw new Error("the records differ even with every word kept");
  const kept = await neededWords(words, works);
  return {
    recordings: templates.map((template) => template(kept)),
    missing: before.map((one) => one === null),
    kept: [...kept].sort(),
    records: before.reduce((sum, one) => sum + (one?.length ?? 0), 0),
  };
}

/** Of each record. */
const filledFields = (records: Rec[]): string[][] =>
  records.map((record) => Object.keys(record).filter((name) => !isEmpty(record[name])));

/** A page that says that the site has no such thing is part of what a stand-in must show. */
function noneIfMissing(error: unknown): null {
  if (error instanceof NoSuchThing) return null;
  throw error;
}

/** Replaces the site's own hosts by `site.example` and so on; other details of the run stay. */
function withNeutralHosts(recording: Recording): Recording {
  const hosts = Object.entries(recording.origins).map(
    ([name, origin]) => [new URL(origin).host, `${name}.example`] as const,
  );
  const neutral = (text: string) =>
    hosts.reduce(
      (changed, [host, other]) =>
        changed
          .replaceAll(`http://${host}`, `https://${other}`)
          .replaceAll(`http:\\/\\/${host}`, `https:\\/\\/${other}`)
          .replaceAll(host, other),
      text,
    );
  return {
    ...recording,
    origins: Object.fromEntries(Object.keys(recording.origins).map((name) => [name, `https://${name}.example`])),
    request: JSON.parse(neutral(JSON.stringify(recording.request))) as Rec,
    exchanges: recording.exchanges.map((exchange) => {
      const { url, status, headers, body } = exchange;
      const type = (headers["content-type"] ?? "text/html").split(";")[0];
      const text = neutral(makeAnswer({ url, status, headers, body }).text());
      return {
        ...exchange,
        url: neutral(url),
        requestHeaders: {},
        setCookies: [],
        headers: {
          "content-type": `${type}; charset=utf-8`,
          ...(headers.location !== undefined && { location: neutral(headers.location) }),
        },
        body: Buffer.from(text),
      };
    }),
  };
}

/** Parses the recording once, to render it with any set of kept words. */
function templateOf(recording: Recording, redactor: Redactor): (kept: ReadonlySet<string>) => Recording {
  const request = redactor.filler(redactor.json(JSON.stringify(recording.request)));
  const exchanges = recording.exchanges.map(({ url, requestBody, headers, body, ...rest }) => {
    const { location, ...others } = headers;
    const filled = {
      url: redactor.filler(redactor.text(url)),
      requestBody: requestBody === null ? () => null : redactor.filler(redactor.page(requestBody)),
      location: location === undefined ? null : redactor.filler(redactor.text(location)),
      body: redactor.filler(redactor.page(Buffer.from(body).toString())),
    };
    return (kept: ReadonlySet<string>) => ({
      ...rest,
      url: filled.url(kept),
      requestBody: filled.requestBody(kept),
      headers: { ...others, ...(filled.location && { location: filled.location(kept) }) },
      body: Buffer.from(filled.body(kept)),
    });
  });
  return (kept) => ({
    ...recording,
    request: JSON.parse(request(kept)) as Rec,
    exchanges: exchanges.map((exchange) => exchange(kept)),
  });
}

/**
 * The words without which `works` fails. Drops halves as long as it works without them, so that a few needed words among
 * thousands are found in a few hundred tries.
 */
export async function neededWords(
  words: readonly string[],
  works: (kept: ReadonlySet<string>) => Promise<boolean>,
): Promise<Set<string>> {
  let kept = new Set(words);
  const drop = async (some: readonly string[]): Promise<void> => {
    const without = kept.difference(new Set(some));
    if (await works(without)) kept = without;
    else if (some.length > 1) {
      const middle = Math.ceil(some.length / 2);
      await drop(some.slice(0, middle));
      await drop(some.slice(middle));
    }
  };
  if (words.length > 0) await drop(words);
  return kept;
}
