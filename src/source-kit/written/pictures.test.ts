import { expect, test } from "vitest";
import { largestOf, sidesIn, srcsetOf } from "./pictures.ts";

test("the largest picture wins, the first of equal ones, and none without an address", () => {
  const pictures = [
    { url: "a", size: 1 },
    { url: "b", size: 3 },
    { url: "c", size: 3 },
    { url: null, size: 9 },
  ];
  expect(largestOf(pictures)).toBe("b");
  expect(largestOf([{ url: "", size: 1 }])).toBeNull();
});

test("a srcset is split into pictures with their stated sizes; the default is 1x", () => {
  expect(srcsetOf("/a.jpg 320w, /b.jpg 2x,  data:image/png;base64,AA 9w, /c,d.jpg")).toEqual([
    { url: "/a.jpg", size: 320 },
    { url: "/b.jpg", size: 2 },
    { url: "/c,d.jpg", size: 1 },
  ]);
  expect(srcsetOf(undefined)).toEqual([]);
});

test("an address may state width and height", () => {
  expect(sidesIn("https://media.example/a/550x688.jpg?v=2")).toEqual([550, 688]);
  expect(sidesIn("https://media.example/550x688/a.jpg")).toBeNull();
});
