import { expect, test } from "vitest";
import { SimulatedClock } from "../clock.ts";
import { cookieHeader, RouteCookies } from "./route-cookies.ts";

const URL = "https://site.example/";

test("a route keeps its cookies for 20 minutes, each language its own", () => {
  const clock = new SimulatedClock();
  const cookies = new RouteCookies(clock);
  cookies.jarOf("direct", "nl").setCookieSync("visitor=1", URL);
  clock.advance(20 * 60_000 - 1);
  expect(cookieHeader(undefined, cookies.jarOf("direct", "nl"), URL)).toBe("visitor=1");
  expect(cookieHeader(undefined, cookies.jarOf("direct", "de"), URL)).toBeUndefined();
  expect(cookieHeader(undefined, cookies.jarOf("proxy", "nl"), URL)).toBeUndefined();
  clock.advance(1);
  expect(cookieHeader(undefined, cookies.jarOf("direct", "nl"), URL)).toBeUndefined();
});

test("what the request itself says wins over what was kept", () => {
  const jar = new RouteCookies(new SimulatedClock()).jarOf("direct", "");
  jar.setCookieSync("city=old", URL);
  jar.setCookieSync("visitor=1", URL);
  expect(cookieHeader("city=new", jar, URL)).toBe("city=new; visitor=1");
});
