import { once } from "node:events";
import {
  createServer as createHttpServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

export interface TestProxy {
  url: string;
  /** Requests that passed through it. */
  passed: string[];
  /** The user name of each request. */
  visitors?: string[];
  close(): void;
}

const listening = async (server: Server): Promise<number> => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
};

interface ProxyOptions {
  /** The site behind it returns 403. */
  blocked?: boolean;
  /** The site behind it returns this page. */
  shows?(visitor: string): string | null;
  credentials?: string;
  /** Clients reach the proxy itself over TLS. */
  tls?: { cert: string; key: string };
}

/** An HTTP proxy for plain requests and tunnels. */
export async function httpProxy(options: ProxyOptions = {}): Promise<TestProxy> {
  const passed: string[] = [];
  const visitors: string[] = [];
  const pass = (request: IncomingMessage, response: ServerResponse) => {
    if (options.credentials && request.headers["proxy-authorization"] !== `Basic ${btoa(options.credentials)}`) {
      return response.writeHead(407, { "proxy-authenticate": 'Basic realm="proxy"' }).end();
    }
    passed.push(request.url!);
    if (options.blocked) return response.writeHead(403).end();
    const visitor = atob((request.headers["proxy-authorization"] ?? "").replace("Basic ", "")).split(":")[0]!;
    visitors.push(visitor);
    const shown = options.shows?.(visitor) ?? null;
    if (shown !== null) return response.writeHead(200, { "content-type": "text/html" }).end(shown);
    const to = httpRequest(request.url!, { method: request.method, headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    return request.pipe(to);
  };
  const server = options.tls ? createHttpsServer(options.tls, pass) : createHttpServer(pass);
  server.on("connect", (request: IncomingMessage, client: Socket) => {
    client.on("error", () => {});
    if (options.credentials && request.headers["proxy-authorization"] !== `Basic ${btoa(options.credentials)}`) {
      return client.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic realm="proxy"\r\n\r\n',
      );
    }
    passed.push(`CONNECT ${request.url}`);
    const { hostname, port } = new URL(`http://${request.url}`);
    const site = connect(Number(port), hostname === "site.test" ? "127.0.0.1" : hostname, () => {
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      client.pipe(site).pipe(client);
    });
    site.on("error", () => client.destroy());
  });
  const port = await listening(server);
  const user = options.credentials ? `${options.credentials}@` : "";
  return {
    url: `http${options.tls ? "s" : ""}://${user}127.0.0.1:${port}`,
    passed,
    visitors,
    close: () => server.close(),
  };
}

/** A SOCKS 5 proxy without a password that supports only CONNECT. */
export async function socksProxy(): Promise<TestProxy> {
  const passed: string[] = [];
  const server = createServer(async (client: Socket) => {
    client.on("error", () => {});
    await once(client, "data");
    client.write(Buffer.from([5, 0]));
    const [asked] = (await once(client, "data")) as [Buffer];
    const isName = asked[3] === 3;
    const host = isName ? asked.subarray(5, 5 + asked[4]!).toString() : [...asked.subarray(4, 8)].join(".");
    const port = asked.readUInt16BE(asked.length - 2);
    passed.push(`${host}:${port}`);
    const site = connect(port, host === "site.test" ? "127.0.0.1" : host, () => {
      client.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
      client.pipe(site).pipe(client);
    });
    site.on("error", () => client.destroy());
  });
  const port = await listening(server);
  return { url: `socks5://127.0.0.1:${port}`, passed, close: () => server.close() };
}
