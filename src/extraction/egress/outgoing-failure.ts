import { errorCode, errorMessage } from "../../base/thrown.ts";
import { WinnowError } from "../../contract/errors.ts";
import { ForbiddenAddress } from "./connector.ts";

/** What a stranger learns about a name that leads inside the network, or nowhere. */
const NO_PUBLIC_ADDRESS =
  "the name has no address on the internet; the operator of this service can allow names of its own network (WINNOW_PRIVATE_HOSTS)";

const UNKNOWN_NAME = /^(ENOTFOUND|ENODATA|EAI_\w+)$/;

/**
 * Why a request to an address that a stranger chose failed, in words for that stranger. Texts of the runtime and its
 * libraries are not passed on: they name addresses, certificates and files of the inner network.
 */
export function outgoingFailure(error: unknown): string {
  const code = errorCode(error);
  if (error instanceof ForbiddenAddress || UNKNOWN_NAME.test(code)) return NO_PUBLIC_ADDRESS;
  if (error instanceof WinnowError) return typeof error.detail === "string" ? error.detail : code;
  return code ? `${code}: the request failed` : errorMessage(error);
}
