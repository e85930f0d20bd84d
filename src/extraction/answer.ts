import type { Answer } from "../contract/site.ts";
import { charsetOf, decode } from "./charset.ts";
import { freeOwnBytes } from "./transport/own-bytes.ts";

export type AnswerParts = Omit<Answer, "text">;

export function makeAnswer(parts: AnswerParts): Answer {
  let text: string | undefined;
  const answer: Answer = {
    ...parts,
    text: () => (text ??= decode(answer.body, charsetOf(answer.body, answer.headers["content-type"]))),
  };
  return answer;
}

/** One for all answers: a getter of each one's own would hold all of its request until the next full collection. */
const GONE = new Proxy(new Uint8Array(), {
  get() {
    throw new Error("the body of an answer is there while its reader runs: return what is needed of it");
  },
});

/** After its reader has run: who uses the body then hears so, and does not find it empty. */
export function freeBody(answer: Answer): void {
  freeOwnBytes(answer.body);
  (answer as { body: Uint8Array }).body = GONE;
}

/** An answer out of a file, for `winnow parse`. */
export const savedAnswer = (body: Uint8Array, about: Partial<Omit<AnswerParts, "body">> = {}): Answer =>
  makeAnswer({ url: "file:///saved-answer", status: 200, headers: {}, ...about, body });
