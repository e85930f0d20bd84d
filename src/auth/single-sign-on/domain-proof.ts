import { createHmac } from "node:crypto";

const LABEL = "_winnow";
const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

/** A mail domain in lower case, or null. */
export function readDomain(text: string): string | null {
  const domain = text.trim().toLowerCase().replace(/^@/, "");
  return DOMAIN.test(domain) ? domain : null;
}

export const mailDomain = (email: string): string => email.slice(email.lastIndexOf("@") + 1).toLowerCase();

/** The DNS record that proves a domain: only its owner can set it, and it names this account on this service. */
export function domainRecord(secret: string, accountId: string, domain: string): { name: string; value: string } {
  const proof = createHmac("sha256", secret).update(`domain\n${accountId}\n${domain}`).digest("base64url");
  return { name: `${LABEL}.${domain}`, value: `winnow-account=${proof}` };
}

export type ResolveTxt = (name: string) => Promise<string[][]>;

export async function isDomainProved(
  record: { name: string; value: string },
  resolveTxt: ResolveTxt,
): Promise<boolean> {
  const found = await resolveTxt(record.name).catch(() => []);
  // A long record arrives in pieces.
  return found.some((pieces) => pieces.join("").trim() === record.value);
}
