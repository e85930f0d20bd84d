import { expect, test } from "vitest";
import { jsonRecord, list, sub, text, textOr, texts, whole } from "../record.ts";

const Money = jsonRecord("Money", {
  amount: whole().filled("always").meaning("A number."),
  currency: textOr("EUR").meaning("A text."),
});
const Thing = jsonRecord("Thing", {
  id: text().filled("always").meaning("A text."),
  name: text().meaning("A text."),
  tags: texts().meaning("Texts."),
  prices: list(Money).meaning("A list."),
  price: sub(Money).meaning("A part."),
});
const { make: thing } = Thing;
const { make: money } = Money;

test("a record is always complete: null, [] and defaults, in the schema's order", () => {
  expect(JSON.stringify(thing({ id: "1" }))).toBe(
    '{"@type":"Thing","id":"1","name":null,"tags":[],"prices":[],"price":null}',
  );
  expect(thing({ id: "1", price: money({ amount: 5 }), name: undefined })).toMatchObject({
    price: { amount: 5, currency: "EUR" },
  });
});

test("omitting a required field, or naming an unknown one, does not compile", () => {
  // Never called: a line that compiles although it must not fails the type check.
  const refused = [
    // @ts-expect-error: an id that is required is left out
    () => thing({ name: "x" }),
    // @ts-expect-error: one that may be undefined is left out, too
    () => thing({ id: undefined }),
    // @ts-expect-error: null is no id
    () => thing({ id: null }),
    // @ts-expect-error: a record inside is held to the same
    () => money({ currency: "USD" }),
    // @ts-expect-error: a name that the schema does not have
    () => thing({ id: "1", title: "x" }),
  ];
  expect(refused).toHaveLength(5);
});
