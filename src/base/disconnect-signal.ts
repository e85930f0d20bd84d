import type { ServerResponse } from "node:http";

/** A signal that is aborted when the client disconnects before it has its response. */
export function disconnectSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort(new Error("the client disconnected"));
  });
  return gone.signal;
}
