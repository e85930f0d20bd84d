import { isIP } from "node:net";
import { isPublicAddress } from "../../base/network/addresses.ts";
import { WinnowError } from "../../contract/errors.ts";
import { type Resolve, systemResolve } from "../../extraction/egress/connector.ts";

const WORDS = "The address of a webhook must be http or https, without a user name, such as https://example.com/hook.";

export type ReceiverAddresses = ReturnType<typeof receiverAddresses>;

/** Validates receiver addresses. One inside the network is rejected when it is configured, not only when it is dialled. */
export function receiverAddresses({
  privateHosts,
  resolve = systemResolve,
}: {
  privateHosts: readonly string[];
  resolve?: Resolve;
}) {
  function refuseInside({ hostname }: URL, addresses: string[]): void {
    const inside = privateHosts.includes(hostname) ? undefined : addresses.find((one) => !isPublicAddress(one));
    if (inside === undefined) return;
    const where = inside === hostname ? "It" : `${hostname} (${inside})`;
    throw new WinnowError(
      "bad_request",
      `${where} is inside a private network, which webhooks and files do not reach. The operator of this service can allow it: WINNOW_PRIVATE_HOSTS=${hostname}`,
    );
  }

  /** Checks the text only: the name is resolved when it is dialled. */
  function check(text: string, words = WORDS): string {
    const url = text.length <= 2_048 && URL.canParse(text) ? new URL(text) : null;
    if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") {
      throw new WinnowError("bad_request", words);
    }
    const host = url.hostname.replace(/^\[|\]$/g, "");
    if (isIP(host)) refuseInside(url, [host]);
    else if (/(^|\.)localhost$/.test(host)) refuseInside(url, ["127.0.0.1"]);
    return url.href;
  }

  return {
    check,
    /** Also resolves the name. A name without an address yet is accepted. */
    async checkResolved(text: string, words = WORDS): Promise<string> {
      const url = new URL(check(text, words));
      if (!isIP(url.hostname.replace(/^\[|\]$/g, ""))) refuseInside(url, await resolve(url.hostname).catch(() => []));
      return url.href;
    },
  };
}
