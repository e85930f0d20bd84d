import { expect, test } from "vitest";
import { SimulatedClock } from "../base/clock.ts";
import { type LimitName, limits } from "../limits/limits.ts";
import { localWindows } from "../store/shared-windows.ts";
import { createNetworkLimits } from "./network-limit.ts";

const START = Date.parse("2027-03-01T12:00:00Z");
const { max } = limits.linkReads;

function limited(start: number, names: LimitName[] = ["linkReads"]) {
  const clock = new SimulatedClock(start);
  const count = createNetworkLimits(clock, localWindows(clock), names);
  const use = (calls: number, address: string) => {
    for (let call = 0; call < calls; call++) count(address);
  };
  return { clock, count, use };
}

test("a network has a limit of requests per minute; the next is 429 with the seconds until the minute ends", () => {
  const { count, use } = limited(START + 3_500);
  use(max, "192.0.2.1");
  expect(() => count("192.0.2.1")).toThrow(
    expect.objectContaining({
      code: "rate_limited",
      detail: `Rate limit exceeded: ${max} requests per 60 seconds from one address.`,
      headers: { "retry-after": "57" },
    }),
  );
});

test("another network is not affected, and a new minute starts from zero", () => {
  const { clock, count, use } = limited(START);
  use(max, "192.0.2.1");
  count("192.0.2.2");
  clock.advance(59_999);
  expect(() => count("192.0.2.1")).toThrow(expect.objectContaining({ headers: { "retry-after": "1" } }));
  clock.advance(1);
  count("192.0.2.1");
});

test("the addresses of one IPv6 network count together", () => {
  const { count, use } = limited(START);
  use(max, "2001:db8:1:2::1");
  expect(() => count("2001:db8:1:2::2")).toThrow(expect.objectContaining({ code: "rate_limited" }));
  count("2001:db8:1:3::1");
});

test("each limit is counted by itself, and only those by network and minute", () => {
  const { count, use } = limited(START, ["links", "followers", "workCalls", "newSchedules"]);
  use(limits.newSchedules.max, "192.0.2.1");
  expect(() => count("192.0.2.1")).toThrow(
    expect.objectContaining({ detail: expect.stringContaining(`${limits.newSchedules.max} requests`) }),
  );
  const { use: useWork } = limited(START, ["links", "workCalls"]);
  useWork(limits.workCalls.max, "192.0.2.1");
});
