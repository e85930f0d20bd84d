import { Pool } from "undici";

export interface Load {
  origin: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  /** Requests under way at once. */
  atOnce: number;
}

/** Requests a second over some time, all of which must have been answered 200. */
export async function requestsPerSecond({ origin, path, headers, body, atOnce }: Load, ms: number): Promise<number> {
  const pool = new Pool(origin, { connections: atOnce });
  const began = performance.now();
  let done = 0;
  const caller = async () => {
    while (performance.now() - began < ms) {
      const answer = await pool.request({ path, method: "POST", headers, body });
      await answer.body.dump({ limit: 1e6, signal: AbortSignal.timeout(60_000) });
      if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`);
      done++;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, caller));
  const seconds = (performance.now() - began) / 1000;
  await pool.close();
  return done / seconds;
}
