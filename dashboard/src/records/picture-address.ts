import { PRIVATE_HOST } from "../../../src/words/private-host.ts";

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * Whether a picture of a record may be loaded: over https from a name on the internet, so that a site cannot make the
 * viewer's browser ask for addresses in the viewer's own network. On the operator's own machine, the content security
 * policy decides about http: it names the stand-ins.
 */
export function isShowable(url: string, own = location.hostname): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  if (protocol === "http:") return LOOPBACK.test(hostname) && LOOPBACK.test(own);
  const isAddress = /^[\d.]+$|^\[/.test(hostname);
  return protocol === "https:" && !isAddress && !PRIVATE_HOST.test(hostname);
}
