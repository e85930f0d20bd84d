import type { RequestRow, TokenStatistic } from "./generated/token.ts";
import type { Transport } from "./transport.ts";

/** Which part of the history is meant; all of it unless given. */
export interface HistoryRange {
  /** Requests started at or after this. */
  start?: Date | string;
  /** Requests started before this. */
  end?: Date | string;
}

const TIMEOUT_SECONDS = 30;
const ROWS_A_PAGE = 100;

/** The key's own figures and history: free, counted in no window. */
export class Token {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The account's keys with plan, points, limits and usage. */
  async statistic(): Promise<TokenStatistic[]> {
    return (await this.#get<TokenStatistic[]>("/token/statistic")).body;
  }

  /** The account's requests, newest first, page by page for as long as you read on. */
  async *requests(range: HistoryRange = {}): AsyncGenerator<RequestRow, void, undefined> {
    let cursor: string | null = null;
    do {
      const query = queryOf(range, { limit: String(ROWS_A_PAGE), ...(cursor !== null && { cursor }) });
      const { body, headers }: { body: RequestRow[]; headers: Headers } = await this.#get(`/token/requests?${query}`);
      yield* body;
      cursor = headers.get("x-next-cursor");
    } while (cursor !== null);
  }

  /** How many requests the history holds. */
  async countRequests(range: HistoryRange = {}): Promise<number> {
    return (await this.#get<{ total: number }>(`/token/requests/count?${queryOf(range, {})}`)).body.total;
  }

  #get<T>(path: string): Promise<{ body: T; headers: Headers }> {
    return this.#transport.json<T>({ method: "GET", path, timeout: TIMEOUT_SECONDS });
  }
}

function queryOf({ start, end }: HistoryRange, rest: Record<string, string>): URLSearchParams {
  const at = (time: Date | string) => (typeof time === "string" ? time : time.toISOString());
  return new URLSearchParams({
    ...(start !== undefined && { start_time: at(start) }),
    ...(end !== undefined && { end_time: at(end) }),
    ...rest,
  });
}
