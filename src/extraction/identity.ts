import packageJson from "../../package.json" with { type: "json" };

/** The name that a robots.txt may address. */
export const ROBOT_NAME = "Winnow";

/**
 * How the service introduces itself to sites: by its own name, with the address of whoever runs it where that is
 * set. A browser's name over another TLS stack is seen through in the first packet; pages that want a browser go
 * by the browser route, which has the browser's own.
 */
export function identityHeaders(contact: string): Record<string, string> {
  const reach = contact === "" ? "" : ` (+${contact})`;
  return { "user-agent": `${ROBOT_NAME}/${packageJson.version}${reach}`, accept: "*/*", "accept-language": "en" };
}
