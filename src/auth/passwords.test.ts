import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "./passwords.ts";

test("a password is stored as argon2id with its own salt, and only the same password matches", async () => {
  const [first, second] = await Promise.all([hashPassword("correct horse"), hashPassword("correct horse")]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(first).not.toBe(second);
  expect(await verifyPassword({ hash: first, password: "correct horse" })).toBe(true);
  expect(await verifyPassword({ hash: first, password: "correct horsf" })).toBe(false);
});

test("a hash in another format matches nothing", async () => {
  expect(await verifyPassword({ hash: "", password: "" })).toBe(false);
  expect(await verifyPassword({ hash: "$2b$10$abcdefghijklmnopqrstuv", password: "x" })).toBe(false);
});
