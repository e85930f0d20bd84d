import { expect, test } from "vitest";
import { SimulatedClock } from "../../base/clock.ts";
import { localWindows } from "../../store/shared-windows.ts";
import { createAddressLimit } from "./address-limit.ts";

const START = Date.parse("2027-03-01T12:00:00Z");

test("an address has a limit of requests per window; the next is 429 with the seconds until the window ends", () => {
  const clock = new SimulatedClock(START + 3_500);
  const limit = createAddressLimit(clock, localWindows(clock), { of: "test", requests: 3, seconds: 10 });
  for (let request = 0; request < 3; request++) limit("192.0.2.1");
  expect(() => limit("192.0.2.1")).toThrow(
    expect.objectContaining({
      code: "rate_limited",
      detail: "Rate limit exceeded: 3 requests per 10 seconds from one address.",
      headers: { "retry-after": "7" },
    }),
  );
});

test("another address is not affected, and a new window starts from zero", () => {
  const clock = new SimulatedClock(START);
  const limit = createAddressLimit(clock, localWindows(clock), { of: "test", requests: 1, seconds: 10 });
  limit("192.0.2.1");
  limit("192.0.2.2");
  clock.advance(9_999);
  expect(() => limit("192.0.2.1")).toThrow(expect.objectContaining({ headers: { "retry-after": "1" } }));
  clock.advance(1);
  limit("192.0.2.1");
});
