import { afterEach, describe, expect, test, vi } from "vitest";
import { addressAndKey } from "../src/settings.ts";

describe("address and key", () => {
  afterEach(() => void vi.unstubAllEnvs());

  test("address and key are given or from the environment, and trailing slashes are ignored", () => {
    vi.stubEnv("WINNOW_URL", "https://env.example//");
    vi.stubEnv("WINNOW_KEY", "env-key");
    expect(addressAndKey({})).toEqual({ url: "https://env.example", key: "env-key" });
    expect(addressAndKey({ url: "http://x/y/", key: "k" })).toEqual({ url: "http://x/y", key: "k" });
    expect(addressAndKey({ key: "" }).key).toBe("");
  });

  test.each([
    [{}, "There is no address: pass url, such as http://127.0.0.1:8080, or set WINNOW_URL."],
    [{ url: "" }, "There is no address"],
    [{ url: "http://x" }, "There is no key: pass key, or set WINNOW_KEY."],
    [{ url: "x.example", key: "k" }, "The address must begin with http:// or https://: x.example"],
    [{ url: "ahttp://x", key: "k" }, "The address must begin"],
    [{ url: "http://", key: "k" }, "The address must begin"],
    [{ url: "http://x y", key: "k" }, "The address must begin"],
    [{ url: "http://x", key: '"k"\n' }, "The key has invalid characters"],
    [{ url: "http://x", key: "k k" }, "The key has invalid characters"],
    [{ url: "http://x", key: "ключ" }, "The key has invalid characters"],
  ])("%j: %s", (options, words) => {
    vi.stubEnv("WINNOW_URL", "");
    vi.stubEnv("WINNOW_KEY", "");
    expect(() => addressAndKey(options)).toThrow(words);
  });

  test("an unreadable environment counts as empty", () => {
    const { env } = process;
    Object.defineProperty(process, "env", {
      configurable: true,
      get() {
        throw new Error("not allowed");
      },
    });
    try {
      expect(() => addressAndKey({})).toThrow("There is no address");
    } finally {
      Object.defineProperty(process, "env", { value: env, configurable: true, writable: true, enumerable: true });
    }
  });
});
