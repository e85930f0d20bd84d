import type { TransferOptions } from "./settings.ts";

const ofTransfer = ["maxRetries", "timeout", "headers", "fetch", "logger", "onRetry", "signal"] as const;

/** What is sent in headers and bodies are options too, so this passes on only how to send it. */
export const transferOf = (options: TransferOptions & { signal?: AbortSignal }): typeof options =>
  Object.fromEntries(ofTransfer.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])));

type Places = Record<string, readonly [header: string, directive?: string]>;

/** Options as headers, in the order of their table, beside those that are sent anyway. Refuses any other option. */
export function headersOf(options: object, places: Places, sent: Record<string, string> = {}): Record<string, string> {
  refuseMisspelt(options, Object.keys(places));
  const headers = { ...sent };
  for (const [name, [header, directive]] of Object.entries(places)) {
    const value: unknown = (options as Record<string, unknown>)[name];
    if (value === undefined || value === null || value === false) continue;
    const text = [value].flat().join(",");
    const said = directive === undefined || value === true ? (directive ?? text) : `${directive}=${text}`;
    headers[header] = directive && headers[header] ? `${headers[header]}, ${said}` : said;
  }
  return headers;
}

/** In plain JavaScript nothing else says that `maxcost` is no option, and the call would have no limit. */
export function refuseMisspelt(options: object, own: readonly string[]): void {
  const known: string[] = [...own, ...ofTransfer];
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    const [near] = known.map((one) => ({ one, far: distance(plain(name), plain(one)) })).sort((a, b) => a.far - b.far);
    const meant = near && near.far <= name.length / 3 ? ` Did you mean ${near.one}?` : "";
    throw new TypeError(`There is no option "${name}".${meant} There are: ${known.join(", ")}.`);
  }
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, "");

/** How many letters differ. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...a].entries()) {
    const next = [at + 1];
    for (const [to, other] of [...b].entries()) {
      next.push(Math.min(next[to]! + 1, row[to + 1]! + 1, row[to]! + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length]!;
}
