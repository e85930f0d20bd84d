import { isLoopbackHost } from "../../base/network/addresses.ts";
import { OAuthProblem } from "./oauth-problem.ts";

const MAX_URIS = 10;
const LONGEST_URI = 500;
/** Known custom schemes of programs; any other must be a reversed domain name, as RFC 8252 requires. */
const programs = new Set(["cursor:", "vscode:", "vscode-insiders:", "windsurf:", "zed:"]);

/**
 * Valid redirect addresses: https, this machine, or the program's own scheme. Never `javascript:`, `data:` and the like,
 * and never plain http to another machine.
 */
export function readRedirectUris(given: unknown): string[] {
  if (!Array.isArray(given) || given.length === 0 || given.length > MAX_URIS) {
    throw new OAuthProblem("invalid_redirect_uri", `redirect_uris is a list of 1 to ${MAX_URIS} addresses.`);
  }
  for (const uri of given) {
    if (typeof uri !== "string" || uri.length > LONGEST_URI || !isAllowed(uri)) {
      throw new OAuthProblem(
        "invalid_redirect_uri",
        "A redirect_uri is https, http to 127.0.0.1, [::1] or localhost, or a scheme of the program's own with a dot, such as com.example.app:/callback; without a fragment.",
      );
    }
  }
  return given as string[];
}

/**
 * Compares as text, except for the port on this machine, which a program gets when it starts to listen (RFC 8252, section
 * 7.3).
 */
export function isRegistered(uri: string, registered: string[]): boolean {
  if (registered.includes(uri)) return true;
  if (!/^http:/.test(uri) || !isAllowed(uri)) return false;
  return registered.some((one) => /^http:/.test(one) && withoutPort(one) === withoutPort(uri));
}

function withoutPort(uri: string): string {
  const url = new URL(uri);
  url.port = "";
  return url.href;
}

function isAllowed(uri: string): boolean {
  if (!URL.canParse(uri)) return false;
  const { protocol, hostname, hash, username, password } = new URL(uri);
  if (hash !== "" || uri.includes("#") || username !== "" || password !== "") return false;
  if (protocol === "https:") return true;
  if (protocol === "http:") return isLoopbackHost(hostname);
  return programs.has(protocol) || /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/.test(protocol);
}
