import { WebhookNotVerified } from "./errors.ts";
import type { WebhookPayload } from "./generated/endpoints.ts";

/** A delivery's headers, as a `Headers` object or a plain one. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

export interface VerifyOptions {
  /** Allowed clock difference in seconds; 300 by default. */
  toleranceSeconds?: number;
  /** Milliseconds since 1970; for tests. */
  now?: number;
}

/**
 * Returns the payload of a webhook delivery after verifying its signature and time (Standard Webhooks). `body` is the raw
 * body as received, as text or bytes (a `Buffer`), not the parsed JSON.
 */
export async function verifyWebhook<T = WebhookPayload>(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
  { toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): Promise<T> {
  const [id, at, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) =>
    read(headers, name),
  );
  if (!id || !at || !signatures) throw new WebhookNotVerified("a webhook header is missing");
  if (!/^\d{1,12}$/.test(at) || Math.abs(now / 1000 - Number(at)) > toleranceSeconds) {
    throw new WebhookNotVerified("the delivery is too old, or this machine's clock is wrong");
  }
  const bytes = bytesOf(secret.replace(/^whsec_/, ""));
  const { subtle } = await webCrypto();
  const key = await subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${at}.${text}`);
  for (const signature of signatures.split(" ")) {
    const [version, value] = signature.split(",");
    // The runtime compares in constant time.
    if (version === "v1" && value && (await subtle.verify("HMAC", key, bytesOf(value), signed))) {
      return JSON.parse(text) as T;
    }
  }
  throw new WebhookNotVerified("no signature of the delivery matches the secret");
}

/** Node 18 has it only in a module. */
async function webCrypto(): Promise<typeof globalThis.crypto> {
  const module = "node:crypto";
  return globalThis.crypto ?? ((await import(module)) as { webcrypto: typeof globalThis.crypto }).webcrypto;
}

function read(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  // Some frameworks keep the capitals of a proxy's headers.
  const value = Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
  return Array.isArray(value) ? value[0] : value;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    throw new WebhookNotVerified("the secret or a signature is not base64");
  }
}
