import packageJson from "../../../package.json" with { type: "json" };

/** The name by which robots.txt addresses us. */
export const ROBOT_NAME = "Winnow";

/**
 * How the service identifies itself to sites: by its own name, with the operator's contact if configured. A browser's name
 * over another TLS stack is detected in the first packet; pages that need a browser use the browser route, which has the
 * browser's own.
 */
export function identityHeaders(contact: string): Record<string, string> {
  const reach = contact === "" ? "" : ` (+${contact})`;
  return { "user-agent": `${ROBOT_NAME}/${packageJson.version}${reach}`, accept: "*/*", "accept-language": "en" };
}
