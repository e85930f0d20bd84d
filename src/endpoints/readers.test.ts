import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { described, describedForDashboard } from "../../test/support/endpoints/described.ts";
import type { WinnowError } from "../contract/errors.ts";
import { limits } from "../limits/limits.ts";
import { type Holders, isReaderLimit, Readers } from "./readers.ts";

interface Reading {
  response: ServerResponse;
  isClosed(): boolean;
}

/** Readers whose clients stopped reading at these times. */
function reading() {
  const stalled = new Map<Socket, number>();
  const readers = new Readers((socket) => stalled.get(socket) ?? null);
  const enter = (holders: Holders): Reading => {
    let isClosed = false;
    const socket = { destroy: () => (isClosed = true) } as unknown as Socket;
    const response = Object.assign(new EventEmitter(), { socket }) as unknown as ServerResponse;
    readers.enter(response, holders);
    return { response, isClosed: () => isClosed };
  };
  return { enter, stall: ({ response }: Reading, at: number) => stalled.set(response.socket!, at) };
}

const refusal = (act: () => unknown): Pick<WinnowError, "code" | "headers" | "message"> => {
  try {
    act();
  } catch (error) {
    return error as WinnowError;
  }
  throw new Error("it was admitted");
};

test("limits.readersOfAnAccount: an account has so many readers at once; one that ends makes room", () => {
  const { enter } = reading();
  const ada = { readersOfAnAccount: "ada", readers: "all" };
  const [first] = Array.from({ length: limits.readersOfAnAccount.max }, () => enter(ada));
  const { code, headers, message } = refusal(() => enter(ada));
  expect([code, headers, message]).toEqual([
    "rate_limited",
    { "retry-after": "2" },
    "At most 16 files are sent to one account at once.",
  ]);
  enter({ ...ada, readersOfAnAccount: "bob" });
  first!.response.emit("close");
  enter(ada);
  expect(refusal(() => enter(ada)).code).toBe("rate_limited");
});

test("limits.readers: all accounts together have so many; the first that stopped reading makes room, wherever it is", () => {
  const { enter, stall } = reading();
  const all = Array.from({ length: limits.readers.max }, (_, nth) =>
    enter({ readersOfALink: `${nth}`, readers: "all" }),
  );
  expect(refusal(() => enter({ readers: "all" })).code).toBe("overloaded");
  stall(all[7]!, 2_000);
  stall(all[9]!, 1_000);
  enter({ readersOfALink: "late", readers: "all" });
  expect(all.flatMap((one, nth) => (one.isClosed() ? [nth] : []))).toEqual([9]);
  all[9]!.response.emit("close");
  enter({ readersOfALink: "later", readers: "all" });
  expect([all[7]!.isClosed(), refusal(() => enter({ readers: "all" })).code]).toEqual([true, "overloaded"]);
});

test("whoever has most readers makes room for whoever has few, however steadily they read", () => {
  const { enter } = reading();
  const stranger = (network: number) => ({ readersOfANetwork: `${network}`, readers: "all" });
  const { max } = limits.readersOfANetwork;
  const strangers = Array.from({ length: limits.readers.max }, (_, nth) => enter(stranger(Math.floor(nth / max))));
  const closed = () => strangers.flatMap((one, nth) => (one.isClosed() ? [nth] : []));
  enter({ readersOfAnAccount: "ada", readers: "all" });
  expect(closed()).toEqual([0]);
  enter(stranger(99));
  expect(closed()).toEqual([0, max]);
  const keyed = Array.from({ length: limits.readers.max / 2 - 1 }, (_, nth) =>
    enter({ readersOfAnAccount: `a${nth}`, readers: "all" }),
  );
  expect(closed()).toHaveLength(limits.readers.max / 2 + 1);
  expect(keyed.some((one) => one.isClosed())).toBe(false);
});

test("a stalled reader of another holder does not make room", () => {
  const { enter, stall } = reading();
  const link = (id: string) => ({ readersOfALink: id, readersOfANetwork: id, readers: "all" });
  stall(enter(link("b")), 1);
  for (let nth = 0; nth < limits.readersOfALink.max; nth++) enter(link("a"));
  expect(refusal(() => enter(link("a"))).message).toBe("At most 8 files are sent to one link at once.");
});

test("every endpoint that sends something stored has these limits, at both mounts", () => {
  const files = [...described, ...describedForDashboard].filter(
    ({ answer }) => answer.kind === "content" || answer.kind === "file",
  );
  const unlimited = files.filter((endpoint) => !endpoint.limits.includes("readers")).map(({ id }) => id);
  expect([...new Set(unlimited)].sort()).toEqual(["POST /playground/run", "jobEvents"]);
  const open = files.filter(({ callers }) => callers.includes("nobody"));
  expect(open.map(({ id }) => id)).toEqual(expect.arrayContaining(["openLink", "scheduleFeed"]));
  for (const { limits: names } of open) {
    expect(names.filter(isReaderLimit)).toEqual(["readersOfALink", "readersOfANetwork", "readers"]);
  }
});
