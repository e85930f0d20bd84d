import { OAuthProblem } from "./oauth-problem.ts";
import { readRedirectUris } from "./redirect-uris.ts";

const LONGEST_NAME = 80;
const LONGEST_ADDRESS = 500;

export interface ClientMetadata {
  name: string;
  redirectUris: string[];
}

/** A program's description of itself, from registration or from its document. */
export function readMetadata(given: Record<string, unknown>): ClientMetadata {
  const redirectUris = readRedirectUris(given.redirect_uris);
  return { name: nameOf(given.client_name, redirectUris), redirectUris };
}

/**
 * A client ID metadata document: the program's id is the https address of a document about it, so that it need not
 * register. The name includes the host, because that is the part a user can trust.
 */
export async function readClientDocument(
  id: string,
  fetchDocument: (address: string) => Promise<string>,
): Promise<ClientMetadata> {
  const refuse = (why: string) => new OAuthProblem("invalid_client", `The program's document ${id} ${why}.`);
  if (!isDocumentAddress(id)) throw refuse("needs an https address with a path, without credentials or fragment");
  const document = await fetchDocument(id)
    .then((text) => JSON.parse(text) as unknown)
    .catch((error: Error) => {
      throw refuse(`could not be read: ${error.message}`);
    });
  const given = Object.assign({}, document) as Record<string, unknown>;
  if (given.client_id !== id) throw refuse("does not name that address as its client_id");
  if ((given.token_endpoint_auth_method ?? "none") !== "none") throw refuse("asks for a client secret or key");
  const { name, redirectUris } = readMetadata(given);
  const { host } = new URL(id);
  return { name: `${name.slice(0, LONGEST_NAME - host.length - 3)} (${host})`, redirectUris };
}

function isDocumentAddress(id: string): boolean {
  if (id.length > LONGEST_ADDRESS || !URL.canParse(id)) return false;
  const { href, protocol, pathname, username, password, hash } = new URL(id);
  return href === id && protocol === "https:" && pathname !== "/" && `${username}${password}${hash}` === "";
}

/** Users read it before they grant access, so it is one line of visible characters. */
function nameOf(given: unknown, redirectUris: string[]): string {
  if (given !== undefined && typeof given !== "string") {
    throw new OAuthProblem("invalid_client_metadata", "client_name is a text.");
  }
  const name = (given ?? "").replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ").trim();
  const [first = ""] = redirectUris;
  return (name || (URL.canParse(first) && new URL(first).host) || "A program").slice(0, LONGEST_NAME);
}
