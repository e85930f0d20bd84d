/** Whether a name in HOST or in a Host header means this machine alone. */
export const isLoopbackHost = (host: string): boolean =>
  ["127.0.0.1", "localhost", "::1", "[::1]"].includes(host.toLowerCase());

/** Whether a peer's address is this machine's own. */
export const isLoopbackAddress = (address: string): boolean =>
  address === "::1" || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(address);
