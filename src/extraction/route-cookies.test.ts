import { expect, test } from "vitest";
import { SimulatedClock } from "../base/clock.ts";
import { cookieHeader, createRouteCookies, keepCookies, newJar } from "./route-cookies.ts";

const URL = "https://site.example/";

test("a route keeps its cookies for 20 minutes, separately for each language", () => {
  const clock = new SimulatedClock();
  const jarOf = createRouteCookies(clock);
  jarOf("direct", "nl").setCookieSync("visitor=1", URL);
  clock.advance(20 * 60_000 - 1);
  expect(cookieHeader(undefined, jarOf("direct", "nl"), URL)).toBe("visitor=1");
  expect(cookieHeader(undefined, jarOf("direct", "de"), URL)).toBeUndefined();
  expect(cookieHeader(undefined, jarOf("proxy", "nl"), URL)).toBeUndefined();
  clock.advance(1);
  expect(cookieHeader(undefined, jarOf("direct", "nl"), URL)).toBeUndefined();
});

test("the request's own cookies win over kept ones", () => {
  const jar = createRouteCookies(new SimulatedClock())("direct", "");
  jar.setCookieSync("city=old", URL);
  jar.setCookieSync("visitor=1", URL);
  expect(cookieHeader("city=new", jar, URL)).toBe("city=new; visitor=1");
});

test("all of the request's own cookies win, wherever they are; without any there is no header", () => {
  const jar = newJar();
  for (const cookie of ["city=old", "lang=old", "visitor=1"]) jar.setCookieSync(cookie, URL);
  expect(cookieHeader("lang=new; city=new", jar, URL)).toBe("lang=new; city=new; visitor=1");
  expect(cookieHeader("", newJar(), URL)).toBeUndefined();
  expect(cookieHeader("own=1", newJar(), URL)).toBe("own=1");
});

test("cookies are kept for the addresses they apply to, even without a name; another site's are dropped", () => {
  const jar = newJar();
  const setCookies = ["a=1; Path=/", "deep=1; Path=/deep", "alien=1; Domain=other.example", "bare"];
  keepCookies(jar, new globalThis.URL(`${URL}deep/page`), {
    status: 200,
    headers: {},
    setCookies,
    body: new Uint8Array(),
  });
  expect(cookieHeader(undefined, jar, `${URL}deep/`)?.split("; ").toSorted()).toEqual(["a=1", "bare", "deep=1"]);
  expect(cookieHeader(undefined, jar, "https://other.example/")).toBeUndefined();
});
