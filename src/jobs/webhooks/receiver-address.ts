import { isIP } from "node:net";
import { isPublicAddress } from "../../base/network/addresses.ts";
import { WinnowError } from "../../contract/errors.ts";
import { PRIVATE_HOST } from "../../words/private-host.ts";

const WORDS = "The address of a webhook must be http or https, without a user name, such as https://example.com/hook.";

/**
 * Validates the text of receiver addresses. Names are resolved only when they are dialled (`send.ts`): an answer that
 * depended on it would tell strangers which names exist inside the network.
 */
export const receiverAddresses = ({ privateHosts }: { privateHosts: readonly string[] }) => ({
  check(text: string, words = WORDS): string {
    const url = text.length <= 2_048 && URL.canParse(text) ? new URL(text) : null;
    if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") {
      throw new WinnowError("bad_request", words);
    }
    const host = url.hostname.replace(/^\[|\]$/g, "");
    const isInside = isIP(host) ? !isPublicAddress(host) : PRIVATE_HOST.test(host);
    if (isInside && !privateHosts.includes(url.hostname)) {
      throw new WinnowError(
        "bad_request",
        `It is inside a private network, which webhooks and files do not reach. The operator of this service can allow it: WINNOW_PRIVATE_HOSTS=${url.hostname}`,
      );
    }
    return url.href;
  },
});
