import { codeOf, messageOf } from "../../base/thrown.ts";
import { ForbiddenAddress } from "./connector.ts";

/** What a stranger learns of a name that leads nowhere, or inside: the same. */
const NO_PUBLIC_ADDRESS =
  "the name has no address on the internet; the operator of this service can allow names of its own network (WINNOW_PRIVATE_HOSTS)";

const UNKNOWN_NAME = /^(ENOTFOUND|ENODATA|EAI_\w+)$/;

/**
 * Why an address that a stranger chose could not be reached, in words for that stranger: without the addresses that names
 * lead to, which may be inside the network.
 */
export function publicReason(error: unknown): string {
  const code = codeOf(error);
  if (error instanceof ForbiddenAddress || UNKNOWN_NAME.test(code)) return NO_PUBLIC_ADDRESS;
  if (error instanceof Error && "syscall" in error) return `${code}: the connection failed`;
  return code ? `${code}: ${messageOf(error)}` : messageOf(error);
}
