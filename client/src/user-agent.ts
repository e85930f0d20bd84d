import { version } from "./version.ts";

interface Runtime {
  document?: unknown;
  process?: { versions?: Record<string, string | undefined> };
}

/** Who asks. A web page does not say: a browser tells its own, and another would be a header more to allow. */
export function userAgent(): Record<string, string> {
  const { document, process } = globalThis as Runtime;
  if (document !== undefined) return {};
  const runtime = (["bun", "deno", "node"] as const).find((name) => process?.versions?.[name]);
  return { "user-agent": `winnow-client/${version}${runtime ? ` ${runtime}/${process!.versions![runtime]}` : ""}` };
}
