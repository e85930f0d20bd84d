import type { Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { namedAsPrivate } from "../source-state.ts";
import { type Connector, guardedConnector } from "./connector.ts";

type Target = Parameters<Connector>[0];
const socket = {} as Socket;

/** A dialler with fixed behaviour: addresses in `dead` do not respond. */
function gate(
  names: Record<string, string[]>,
  { dead = [] as string[], mayBePrivate = (_origin: string): boolean => false } = {},
) {
  const dialled: Target[] = [];
  const connect = guardedConnector({
    mayBePrivate,
    resolve: async (name) => names[name] ?? [],
    dial(target, callback) {
      dialled.push(target);
      if (dead.includes(target.hostname)) callback(new Error(`${target.hostname} is dead`), null);
      else callback(null, socket);
    },
  });
  const to = (target: Partial<Target>) =>
    new Promise<unknown>((resolve) => {
      const whole = {
        protocol: "https:",
        hostname: "site.example",
        host: "site.example",
        port: "",
        ...target,
      } as Target;
      connect(whole, (error, got) => resolve(error ?? got));
    });
  return { to, dialled };
}

describe("dialling a site", () => {
  test("connects to its address, under its name", async () => {
    const { to, dialled } = gate({ "site.example": ["93.184.216.34"] });
    expect(await to({})).toBe(socket);
    expect(dialled).toMatchObject([{ hostname: "93.184.216.34", servername: "site.example", protocol: "https:" }]);
  });

  test("tries the next address if one does not respond, and fails with the last error", async () => {
    const addresses = ["93.184.216.34", "93.184.216.35", "93.184.216.36"];
    const some = gate({ "site.example": addresses }, { dead: addresses.slice(0, 1) });
    expect(await some.to({})).toBe(socket);
    expect(some.dialled.map(({ hostname }) => hostname)).toEqual(addresses.slice(0, 2));
    const none = gate({ "site.example": addresses }, { dead: addresses });
    expect(await none.to({})).toMatchObject({ message: "93.184.216.36 is dead" });
    expect(none.dialled).toHaveLength(3);
  });

  test("keeps a given TLS server name; an address has none", async () => {
    const named = gate({ "site.example": ["93.184.216.34"] });
    await named.to({ servername: "other.example" });
    expect(named.dialled[0]!.servername).toBe("other.example");
    const plain = gate({});
    await plain.to({ hostname: "93.184.216.34", host: "93.184.216.34" });
    expect(plain.dialled).toMatchObject([{ hostname: "93.184.216.34" }]);
    expect(plain.dialled[0]).not.toHaveProperty("servername");
    await plain.to({ hostname: "93.184.216.34", host: "93.184.216.34", servername: "by.example" });
    expect(plain.dialled[1]!.servername).toBe("by.example");
  });

  test("an IPv6 address has brackets in a URL, but not when dialled", async () => {
    const { to, dialled } = gate({});
    expect(await to({ hostname: "[2606:4700::1111]", host: "[2606:4700::1111]:8443" })).toBe(socket);
    expect(dialled[0]!.hostname).toBe("2606:4700::1111");
    expect(await to({ hostname: "[::1]", host: "[::1]" })).toMatchObject({
      name: "ForbiddenAddress",
      code: "source_unavailable",
      message: "https://[::1] is not connected to: ::1 is not on the internet",
    });
  });

  test("a name without an address is an error, and so is one that cannot be resolved", async () => {
    expect(await gate({}).to({})).toMatchObject({ message: "site.example has no address" });
    const connect = guardedConnector({
      mayBePrivate: () => false,
      resolve: () => Promise.reject(new Error("no name server")),
      dial: () => expect.unreachable(),
    });
    const failed = new Promise((resolve) =>
      connect({ protocol: "http:", hostname: "x.example", host: "x.example", port: "" }, (...[error]) =>
        resolve(error),
      ),
    );
    expect(await failed).toMatchObject({ message: "no name server" });
  });

  test("permission for internal addresses is checked by origin, including its port", async () => {
    const requested: string[] = [];
    const mayBePrivate = (origin: string) => requested.push(origin) > 0;
    const { to } = gate({ inside: ["10.0.0.1"] }, { mayBePrivate });
    expect(await to({ protocol: "http:", hostname: "inside", host: "inside:9000" })).toBe(socket);
    expect(await to({ protocol: "http:", hostname: "inside", host: undefined as never })).toBe(socket);
    expect(requested).toEqual(["http://inside:9000", "http://inside"]);
  });
});

test.each([
  ["http://127.0.0.1:9000", true],
  ["http://[::1]:9000", true],
  ["http://[::ffff:93.184.216.34]", true],
  ["http://93.184.216.34.", true],
  ["http://93.184.216.34", true],
  ["http://stand-ins:9000", true],
  ["http://localhost", true],
  ["http://shop.localhost", true],
  ["http://shop.localhost.", true],
  ["http://shoplocalhost.example", false],
  ["http://localhost.example", false],
  ["https://listed.example", true],
  ["https://listed.example.", true],
  ["https://www.listed.example", false],
  ["https://other.example", false],
])("%s from an operator refers to the internal network: %s", (origin, inside) => {
  expect(namedAsPrivate(origin, ["listed.example"])).toBe(inside);
});
