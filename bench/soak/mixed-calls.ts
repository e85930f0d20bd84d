import { examples } from "./examples.ts";

export type Call = () => Promise<void>;

/** Each operation in turn: of ten calls two are streams, one is a job, and the rest are plain. */
export function mixedCalls(address: string, key: string): () => Call {
  let count = 0;
  const post = async (headers: Record<string, string>): Promise<Response> => {
    const [path, body] = examples[count % examples.length]!;
    const answer = await fetch(address + path, {
      method: "POST",
      headers: { "access-token": key, "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer;
  };
  return () => {
    const kind = count++ % 10;
    if (kind === 0) return async () => void (await (await post({ prefer: "respond-async, wait=30" })).arrayBuffer());
    const accept = kind < 3 ? "application/x-ndjson" : "application/json";
    return async () => void (await (await post({ accept })).arrayBuffer());
  };
}
