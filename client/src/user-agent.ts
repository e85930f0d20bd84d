import { version } from "./version.ts";

interface Runtime {
  document?: unknown;
  process?: { versions?: Record<string, string | undefined> };
}

/**
 * The client's user agent. In a web page it is empty: the browser sends its own, and a different one would be another
 * header to allow.
 */
export function userAgent(): Record<string, string> {
  const { document, process } = globalThis as Runtime;
  if (document !== undefined) return {};
  const runtime = (["bun", "deno", "node"] as const).find((name) => process?.versions?.[name]);
  return { "user-agent": `winnow-client/${version}${runtime ? ` ${runtime}/${process!.versions![runtime]}` : ""}` };
}
