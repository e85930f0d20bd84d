import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";

/**
 * A self-signed certificate for `site.test` and 127.0.0.1, valid until 2120, with its key: for test sites on loopback,
 * trusted only by tests that opt in.
 */
const CERTIFICATE = pem("CERTIFICATE", [
  "MIIBZzCCAQ2gAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlzaXRlLnRlc3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAx",
  "MDEwMDAwMDBaMBQxEjAQBgNVBAMMCXNpdGUudGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABK5SqAbr2V00f9je7fTjc+y7",
  "TihXUNWmPj9/h257vi+hgGW9hcBuLr6CH/O67wDSv+R1EeEE7TeKoSfK3b3egOKjTjBMMBoGA1UdEQQTMBGCCXNpdGUudGVzdIcE",
  "fwAAATAPBgNVHRMBAf8EBTADAQH/MB0GA1UdDgQWBBTyqrrQ1ICsqVkrgz4c0/CQFCI9EDAKBggqhkjOPQQDAgNIADBFAiA+VDPH",
  "22l9oxc7B4mt07GO2JDxGOd9UYzxhwaDVIqybAIhAJbZRgRQgM5bGrfuhc03NR4r9K2VkrrhNG5PtXhB+juX",
]);
const KEY = pem("PRIVATE KEY", [
  "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgZkzzEOpDg3DuKTPOBEfC8n3FP8Zmmjihach96e1wK0yhRANCAASu",
  "UqgG69ldNH/Y3u3043Psu04oV1DVpj4/f4due74voYBlvYXAbi6+gh/zuu8A0r/kdRHhBO03iqEnyt293oDi",
]);

function pem(what: string, lines: string[]): string {
  return `-----BEGIN ${what}-----\n${lines
    .join("")
    .match(/.{1,64}/g)!
    .join("\n")}\n-----END ${what}-----\n`;
}

/** For servers on loopback that speak TLS. */
export const loopbackTls = { cert: CERTIFICATE, key: KEY };

export interface TlsSite {
  port: number;
  certificate: string;
  /** Requested paths. */
  requested: string[];
  close(): void;
}

/** A TLS site on loopback that responds to every path with its name. */
export async function tlsSite(): Promise<TlsSite> {
  const requested: string[] = [];
  const server = createServer(loopbackTls, (request, response) => {
    requested.push(request.url!);
    response.end(`read over TLS: ${request.url}`);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    certificate: CERTIFICATE,
    requested,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
