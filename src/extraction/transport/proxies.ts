import { SocksClient, type SocksClientOptions } from "socks";
import { ProxyAgent } from "undici";
import { type Connector, plainDial } from "../egress/connector.ts";
import { dispatcherOptions, pooledTransport } from "./pooled.ts";
import { sendThrough } from "./send-through.ts";
import type { Transport } from "./transport.ts";

const CONNECT_TIMEOUT_MS = 10_000;

export function httpProxyTransport(proxy: URL): Transport {
  const agent = new ProxyAgent({ ...dispatcherOptions, uri: proxy.href });
  return { send: (exchange) => sendThrough(agent, exchange), close: () => agent.destroy() };
}

/** SOCKS 4 and 5; the proxy resolves names. */
export function socksTransport(proxy: URL): Transport {
  const connect: Connector = (target, callback) => {
    SocksClient.createConnection({
      command: "connect",
      proxy: socksProxy(proxy),
      destination: { host: target.hostname, port: Number(target.port) || (target.protocol === "https:" ? 443 : 80) },
      timeout: CONNECT_TIMEOUT_MS,
    }).then(
      ({ socket }) => {
        if (target.protocol !== "https:") return callback(null, socket);
        plainDial({ ...target, httpSocket: socket }, callback);
      },
      (error: Error) => callback(error, null),
    );
  };
  return pooledTransport(connect);
}

function socksProxy(proxy: URL): SocksClientOptions["proxy"] {
  return {
    host: proxy.hostname.replace(/^\[|\]$/g, ""),
    port: Number(proxy.port) || 1080,
    type: proxy.protocol.startsWith("socks4") ? 4 : 5,
    ...(proxy.username && { userId: decodeURIComponent(proxy.username) }),
    ...(proxy.password && { password: decodeURIComponent(proxy.password) }),
  };
}
