import { isIP } from "node:net";

/** Names that Fastify knows for ranges of addresses. */
const ranges = ["loopback", "linklocal", "uniquelocal"];

/** TRUST_PROXY as Fastify takes it. What is no address is refused: a wrong one would let callers choose their own. */
export function readTrustedProxies(text: string): string {
  const entries = text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  for (const entry of entries) {
    if (ranges.includes(entry)) continue;
    const [address, bits, ...rest] = entry.split("/");
    const family = isIP(address!);
    const most = family === 4 ? 32 : 128;
    const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= most);
    if (family === 0 || !fits || rest.length > 0) {
      throw new Error(
        `${JSON.stringify(entry)} is no address: name those of your load balancers, such as 10.0.0.5 or 10.0.0.0/8, between commas (or ${ranges.join(", ")})`,
      );
    }
  }
  return entries.join(",");
}
