import { installTools } from "../../scripts/support/install-tools.ts";

export interface Load {
  port: number;
  path: string;
  headers: Record<string, string>;
  body: string;
  /** Requests in flight, each on its own connection. */
  atOnce: number;
}

/** Requests per second over some time; all must return 200. */
export async function requestsPerSecond({ port, path, headers, body, atOnce }: Load, ms: number): Promise<number> {
  installTools(`${import.meta.dirname}/..`);
  const { default: autocannon } = await import("autocannon");
  const url = `http://127.0.0.1:${port}${path}`;
  const options = { url, method: "POST", headers, body, connections: atOnce, duration: ms / 1000 } as const;
  const { duration, errors, non2xx, ...figures } = await autocannon(options);
  if (errors + non2xx > 0) throw new Error(`${errors} requests without a response, ${non2xx} refused`);
  return figures["2xx"] / duration;
}
