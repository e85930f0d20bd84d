import { expect, test } from "vitest";
import { errorForm, errorIn } from "./error-form.ts";
import {
  AskAgain,
  AskedToWait,
  Blocked,
  NoSuchThing,
  NotResponding,
  otherThanAsked,
  ruleBroken,
  Throttled,
  Unreadable,
  WinnowError,
} from "./errors.ts";

const across = (error: unknown) => errorIn(structuredClone(errorForm(error)));

test.each([
  new NoSuchThing("no such shelf"),
  new Blocked("captcha"),
  new Unreadable("no rows", "no rows"),
  new Throttled("status 429", 5_000),
  new AskedToWait(30_000, 0),
  new NotResponding("reset", new Error("ECONNRESET")),
  new WinnowError("bad_request", "no"),
  ruleBroken({ loc: ["shelf"], msg: "no shelf", input: 1, hint: "Use top." }),
])("$name is the same error in another thread", (error) => {
  const there = across(error);
  expect(there).toBeInstanceOf(error.constructor);
  expect({ ...there, message: there.message, status: Reflect.get(there, "status") }).toEqual({
    ...error,
    cause: undefined,
    message: error.message,
    status: error.status,
  });
});

test("an error worth a retry keeps the error that it ends with", () => {
  const there = across(otherThanAsked("a page for another request")) as AskAgain;
  expect(there).toBeInstanceOf(AskAgain);
  expect(there.last).toBeInstanceOf(Unreadable);
});

test("a class that only a source knows becomes the nearest one of the contract; anything thrown becomes an error", () => {
  class ShelfGone extends NoSuchThing {}
  expect(across(new ShelfGone("gone"))).toBeInstanceOf(NoSuchThing);
  expect(across(new TypeError("x is not a function"))).toMatchObject({ message: "x is not a function" });
  expect(across("text")).toMatchObject({ message: "text" });
});
