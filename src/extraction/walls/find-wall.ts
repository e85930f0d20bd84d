import { AskAgain, Blocked, Unreadable } from "../../contract/errors.ts";
import { managedChallenge } from "../../contract/managed-challenge.ts";
import type { Answer } from "../../contract/site.ts";
import type { Source } from "../../contract/source.ts";
import { cleanText } from "../../contract/values.ts";
import { type WallSign, wallSigns } from "./signs.ts";
import { wallPath, wallTitle, wallWords } from "./words.ts";

/** Walls show themselves at the beginning of a page. */
export const LOOKED_AT = 64 * 1024;
/** A wall has little text besides its script. */
const FEW_WORDS = 1_000;
/** A wall's data is an address or two. */
const SMALL_DATA = 4 * 1024;
const LONGEST_SIGN = 80;

const signsAt = (at: WallSign["at"], sure: boolean) => wallSigns.filter((sign) => sign.at === at && sign.sure === sure);
const sureHeaders = signsAt("header", true);
const weakHeaders = signsAt("header", false);
const weakCookies = signsAt("cookie", false);
const surePage = signsAt("page", true);
const weakPage = signsAt("page", false);
const sureData = signsAt("data", true);

/** A header that says the response is a challenge; it decides before anything is read. */
export const challengeHeader = (answer: Answer): string | null => headerAmong(sureHeaders, answer);

/** The sign of a wall on a response that gave no records; null if it has none. */
export function wallIn(source: Pick<Source, "landmarks">, answer: Answer, requestedPath: string): string | null {
  const text = answer.text().slice(0, LOOKED_AT);
  const header = challengeHeader(answer);
  if (header !== null) return header;
  if (!isPage(text)) return text.length > SMALL_DATA ? null : found(sureData, text);
  if (hasLandmark(source, answer)) return managedChallenge(text, true);
  const title = pageTitle(text);
  if (title !== null && wallTitle.test(title)) return `title "${title}"`;
  return (
    managedChallenge(text, true) ?? found(surePage, text) ?? sentTo(answer, requestedPath) ?? weakSign(answer, text)
  );
}

/** The wall behind a reader's error; null if the response has no sign of one, or the reader understood it. */
export function wallBehind(error: unknown, source: Source, answer: Answer, requestedPath: string): Blocked | null {
  if (!rejectionIn(error)) return null;
  const sign = wallIn(source, answer, requestedPath);
  return sign === null ? null : new Blocked(`status ${answer.status}, ${sign}`);
}

/** The error of a reader that did not understand a response, also if it is worth a retry; null for other errors. */
export function rejectionIn(error: unknown): Unreadable | null {
  const last = error instanceof AskAgain ? error.last : error;
  return last instanceof Unreadable ? last : null;
}

/** Whether a document, as opposed to data, was returned. */
export const isPage = (text: string): boolean =>
  !/^\s*[[{"]/.test(text) && /<(html|head|body|title|script)\b/i.test(text);

/** Whether a page has a part that only the source's own pages have. */
export const hasLandmark = ({ landmarks = [] }: Pick<Source, "landmarks">, answer: Answer): boolean =>
  landmarks.some((mark) => answer.text().includes(mark));

export const pageTitle = (page: string): string | null =>
  cleanText(/<title[^<>]*>([^<]{1,300})/i.exec(page.slice(0, LOOKED_AT))?.[1]);

function weakSign(answer: Answer, text: string): string | null {
  const words = cleanText(withoutHidden(text)) ?? "";
  if (words.length >= FEW_WORDS) return null;
  const cookie = answer.setCookies?.find((name) => weakCookies.some(({ is }) => is.test(name)));
  return (
    managedChallenge(text, false) ??
    found(weakPage, text) ??
    headerAmong(weakHeaders, answer) ??
    (cookie === undefined ? null : `cookie ${cookie}`) ??
    wallWords.exec(words)?.[0] ??
    null
  );
}

/** Without what a page does not show. An element that does not end is shown, and its end is searched for once. */
function withoutHidden(text: string): string {
  const endless = new Set<string>();
  let shown = "";
  let at = 0;
  for (const { 1: tag = "", index } of text.matchAll(/<(script|style|head)\b/gi)) {
    const name = tag.toLowerCase();
    if (index < at || endless.has(name)) continue;
    const end = new RegExp(`</${name}>`, "gi");
    end.lastIndex = index;
    if (!end.test(text)) endless.add(name);
    else {
      shown += `${text.slice(at, index)} `;
      at = end.lastIndex;
    }
  }
  return shown + text.slice(at);
}

function sentTo(answer: Answer, requestedPath: string): string | null {
  const { pathname } = new URL(answer.url);
  return pathname !== new URL(requestedPath, answer.url).pathname && wallPath.test(pathname)
    ? `sent to ${pathname}`
    : null;
}

function headerAmong(signs: readonly WallSign[], { headers }: Answer): string | null {
  const sign = signs.find(({ name = "", is }) => is.test(headers[name] ?? ""));
  return sign ? `header ${sign.name}` : null;
}

function found(signs: readonly WallSign[], text: string): string | null {
  for (const { is } of signs) {
    const match = is.exec(text);
    if (match) return match[0].slice(0, LONGEST_SIGN);
  }
  return null;
}
