import { encode } from "turbo-stream";

/** A value as the reference library encodes it. */
export async function encoded(value: unknown): Promise<string> {
  return new Response(encode(value)).text();
}

/** A page that passes the stream to its own script in pieces of this many characters. */
export function pageWithStream(stream: string, piece = Number.POSITIVE_INFINITY, body = ""): string {
  const pieces: string[] = [];
  for (let at = 0; at < stream.length; at += piece) pieces.push(stream.slice(at, at + piece));
  const scripts = pieces.map((text) => {
    const literal = JSON.stringify(text).replace(/[<>&]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`);
    return `<script>window.__reactRouterContext.streamController.enqueue(${literal});</script>`;
  });
  return `<!DOCTYPE html><html><body>${body}${scripts.join("\n")}</body></html>`;
}
