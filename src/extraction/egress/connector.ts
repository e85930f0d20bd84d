import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { buildConnector } from "undici";
import { isPublicAddress } from "../../base/network/addresses.ts";
import { WinnowError } from "../../contract/errors.ts";

export type Connector = buildConnector.connector;
export type Resolve = (hostname: string) => Promise<string[]>;

const CONNECT_TIMEOUT_MS = 10_000;

/** HTTP/1.1 only, so that cancelling a request closes its socket. */
export const plainDial: Connector = buildConnector({ allowH2: false, timeout: CONNECT_TIMEOUT_MS });

export const systemResolve: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true, verbatim: true })).map(({ address }) => address);

export interface EgressOptions {
  /** Whether the operator declared this origin internal. */
  mayBePrivate(origin: string): boolean;
  resolve?: Resolve;
  dial?: Connector;
}

/** Allows the hosts inside the network that the operator named. */
export const allowHosts = (hosts: readonly string[]): EgressOptions["mayBePrivate"] => {
  return (origin) => hosts.includes(new URL(origin).hostname);
};

/** An address that the engine refuses to contact. Neither a retry nor another route changes that. */
export class ForbiddenAddress extends WinnowError {
  constructor(origin: string, why: string) {
    super("source_unavailable", undefined, { internal: `${origin} is not connected to: ${why}` });
  }
}

/**
 * Dials a site: its name is resolved once, all its addresses are checked, and the connection goes to a checked address
 * without resolving again. One internal address is enough to refuse them all.
 */
export function guardedConnector({
  mayBePrivate,
  resolve = systemResolve,
  dial = plainDial,
}: EgressOptions): Connector {
  return (target, callback) => {
    const origin = new URL(`${target.protocol}//${target.host ?? target.hostname}`).origin;
    const hostname = target.hostname.replace(/^\[|\]$/g, "");
    addressesOf(origin, hostname)
      .then(([first, ...others]) => {
        if (first === undefined) throw Object.assign(new Error(`${hostname} has no address`), { code: "ENOTFOUND" });
        dialFirst(first, others);
      })
      .catch((error: Error) => callback(error, null));

    async function addressesOf(from: string, name: string): Promise<string[]> {
      const addresses = isIP(name) ? [name] : await resolve(name);
      const inside = mayBePrivate(from) ? undefined : addresses.find((address) => !isPublicAddress(address));
      if (inside !== undefined) throw new ForbiddenAddress(from, `${inside} is not on the internet`);
      return addresses;
    }

    function dialFirst(address: string, [next, ...others]: string[]): void {
      const servername = isIP(hostname) ? target.servername : (target.servername ?? hostname);
      dial({ ...target, hostname: address, ...(servername !== undefined && { servername }) }, (...answer) => {
        const [error] = answer;
        if (error && next !== undefined) dialFirst(next, others);
        else callback(...answer);
      });
    }
  };
}
