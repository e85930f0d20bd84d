import type { Answer } from "../../../contract/site.ts";

/** A saved answer, as `winnow parse` would hand it to the reader. For tests. */
export function savedAnswer(body: string | Uint8Array, headers: Record<string, string> = {}, status = 200): Answer {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return {
    url: "https://shop.example/",
    status,
    headers,
    body: bytes,
    text: () => new TextDecoder().decode(bytes),
  };
}

/** Where the links of such an answer point, and when it was read. */
export const reading = {
  origin: "https://shop.example",
  now: Date.parse("2026-02-04T10:00:00Z"),
  city: "msk_cl",
  withImages: false,
};
