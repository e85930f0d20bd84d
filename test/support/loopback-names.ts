import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import { isIP } from "node:net";

type Found = (error: NodeJS.ErrnoException | null, ...found: unknown[]) => void;

const isLocal = (name: string): boolean => isIP(name) !== 0 || /(^|\.)localhost$/.test(name);

const unknown = (name: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), {
    code: "ENOTFOUND",
    syscall: "getaddrinfo",
    hostname: name,
  });

/**
 * In tests no name besides `localhost` exists. A test must not depend on the machine's resolver, which may be far away, drop
 * questions that arrive together (a lookup then takes five seconds), or know the name.
 */
function lookUpOnLoopback(): void {
  const { lookup } = dns;
  const ask = dns.promises.lookup as (name: string, options: object) => Promise<unknown>;
  const onLoopback = (name: string, options: unknown, found: Found) => {
    if (isLocal(name)) return Reflect.apply(lookup, dns, found ? [name, options, found] : [name, options]);
    queueMicrotask(() => (found ?? (options as Found))(unknown(name)));
  };
  const askOnLoopback = async (name: string, options: object) => {
    if (isLocal(name)) return ask(name, options);
    throw unknown(name);
  };
  Object.assign(dns, { lookup: onLoopback, isOnLoopback: true });
  Object.assign(dns.promises, { lookup: askOnLoopback });
  syncBuiltinESMExports();
}

// Runs before every file, in workers that keep their modules.
if (!("isOnLoopback" in dns)) lookUpOnLoopback();
