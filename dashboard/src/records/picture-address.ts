import { PRIVATE_HOST } from "../../../src/words/private-host.ts";

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * Whether a picture of a record may be loaded: over https from a name on the internet, so that a site cannot make the
 * viewer's browser ask for addresses in the viewer's own network. Those of stand-ins come from the service itself, on
 * the operator's own machine perhaps by its other name.
 */
export function isShowable(url: string, own = location.hostname, service = location.origin): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, origin } = new URL(url);
  if (origin === service) return true;
  if (protocol === "http:") return LOOPBACK.test(hostname) && LOOPBACK.test(own);
  const isAddress = /^[\d.]+$|^\[/.test(hostname);
  return protocol === "https:" && !isAddress && !PRIVATE_HOST.test(hostname);
}
