import type { Answer } from "../contract/site.ts";
import { decode, detectCharset } from "./charset.ts";

export type AnswerParts = Omit<Answer, "text">;

export function makeAnswer(parts: AnswerParts): Answer {
  let text: string | undefined;
  const { body, headers } = parts;
  return { ...parts, text: () => (text ??= decode(body, detectCharset(body, headers["content-type"]))) };
}

/** A response from a file, for `winnow parse`. */
export const savedAnswer = (body: Uint8Array, about: Partial<Omit<AnswerParts, "body">> = {}): Answer =>
  makeAnswer({ url: "file:///saved-answer", status: 200, headers: {}, ...about, body });
