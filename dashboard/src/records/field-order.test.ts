import { expect, test } from "vitest";
import { byUse } from "./field-order.ts";

test("a record's fields are ordered by use: name and price first, ids and the type last", () => {
  const fields = [
    "@type",
    "id",
    "alias",
    "country_code",
    "url",
    "name",
    "zip_code",
    "room_id",
    "image",
    "price",
    "brand",
  ];
  expect(byUse(fields).join(" ")).toBe("image name price url zip_code brand id alias country_code room_id @type");
});
