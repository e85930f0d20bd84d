import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Clock } from "../../base/clock.ts";
import { errorMessage } from "../../base/thrown.ts";
import { NotResponding } from "../../contract/errors.ts";
import { type ProvidedProxies, parseProxy } from "./parse-routes.ts";

const LIST_KEPT_MS = 10 * 60_000;
const LIST_TIMEOUT_MS = 10_000;
const MAX_LIST_CHARS = 1024 * 1024;

type Proxy = ReturnType<typeof parseProxy>;

/** A provider's proxies. */
export interface ProxyPool {
  /** Without credentials, for the log. */
  name: string;
  /** The proxy of the next visitor. */
  next(): Promise<Proxy>;
}

export const proxyPool = (proxies: ProvidedProxies, clock: Clock): ProxyPool =>
  "template" in proxies ? sessionProxies(proxies.template) : listedProxies(proxies.list, clock);

/** Providers keep a visitor at one address for as long as the same session is named. */
function sessionProxies(template: string): ProxyPool {
  const { proxy } = parseProxy(template.replaceAll("{session}", "0"));
  return {
    name: `${proxy.protocol}//${proxy.host} by session`,
    next: async () => parseProxy(template.replaceAll("{session}", randomBytes(8).toString("hex"))),
  };
}

/** A list in a file or at a URL, which is read again every ten minutes. If that fails, the last one is used. */
function listedProxies(address: string, clock: Clock): ProxyPool {
  let known: { proxies: Proxy[]; until: number } | null = null;
  let turn = 0;

  async function load(): Promise<Proxy[]> {
    const isUrl = /^https?:/.test(address);
    const text = isUrl ? await download(address) : await readFile(address, "utf8");
    const proxies = text.slice(0, MAX_LIST_CHARS).split(/\r?\n/).flatMap(proxyOfLine);
    if (proxies.length === 0) throw new Error("it has no proxy");
    return proxies;
  }

  return {
    name: `proxies of ${/^https?:/.test(address) ? new URL(address).host : address}`,
    async next() {
      if (!known || known.until <= clock.now()) {
        try {
          known = { proxies: await load(), until: clock.now() + LIST_KEPT_MS };
        } catch (error) {
          if (!known) throw new NotResponding(`the list of proxies could not be read: ${errorMessage(error)}`, error);
          known = { ...known, until: clock.now() + LIST_KEPT_MS };
        }
      }
      return known.proxies[turn++ % known.proxies.length]!;
    },
  };
}

async function download(address: string): Promise<string> {
  const { origin, pathname, search, username, password } = new URL(address);
  const headers = username ? { authorization: `Basic ${btoa(`${username}:${password}`)}` } : undefined;
  const answer = await fetch(`${origin}${pathname}${search}`, {
    ...(headers && { headers }),
    signal: AbortSignal.timeout(LIST_TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return answer.text();
}

/** `http://user:password@host:port`, `host:port` or `host:port:user:password`; other lines are comments. */
function proxyOfLine(line: string): Proxy[] {
  const word = line.trim();
  if (word === "" || word.startsWith("#")) return [];
  const [, host, user, password] = /^([^\s:/@]+:\d+)(?::([^\s:]+):(\S+))?$/.exec(word) ?? [];
  const credentials = user === undefined ? "" : `${encodeURIComponent(user)}:${encodeURIComponent(password ?? "")}@`;
  try {
    return [parseProxy(host === undefined ? word : `http://${credentials}${host}`)];
  } catch {
    return [];
  }
}
