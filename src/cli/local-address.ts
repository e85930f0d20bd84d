/** The local address of the configured service. */
export const localAddress = ({ host, port }: { host: string; port: number }): string =>
  `http://${host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host}:${port}`;
