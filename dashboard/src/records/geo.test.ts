import { expect, test } from "vitest";
import { pointsOf, project, scaleOf, viewOf } from "./geo.ts";
import { clip } from "./outline.ts";

const lisbon = { name: "Lisbon", latitude: 38.72, longitude: -9.14 };
const porto = { name: "Porto", latitude: 41.15, longitude: -8.61 };

test("records without a place, or with one that cannot be, are not on the map", () => {
  const nowhere = [
    { latitude: null, longitude: null },
    { latitude: 0, longitude: 0 },
    { latitude: 91, longitude: 1 },
  ];
  expect(pointsOf([lisbon, ...nowhere, porto]).map(({ record }) => record.name)).toEqual(["Lisbon", "Porto"]);
});

test("all points are in sight, north above south, however far they are apart", () => {
  const points = pointsOf([lisbon, porto]);
  const view = viewOf(points, 16 / 9);
  for (const { x, y } of points) {
    expect(x > view.x && x < view.x + view.width && y > view.y && y < view.y + view.height).toBe(true);
  }
  expect(points[1]!.y).toBeLessThan(points[0]!.y);
  expect(viewOf(points.slice(0, 1), 16 / 9).width).toBeGreaterThan(0);
});

test("the scale is a round length and as long as it says", () => {
  const [west, east] = [project(0, 0)[0], project(1, 0)[0]];
  const { metres, share } = scaleOf({ x: west, y: 0.5, width: east - west, height: 0 });
  expect(metres).toBe(20_000);
  expect(share).toBeCloseTo(20_000 / 111_320, 2);
});

test("what is outside of the view is cut off at its edge", () => {
  const square: Array<[number, number]> = [
    [-1, -1],
    [3, -1],
    [3, 3],
    [-1, 3],
  ];
  const cut = clip(square, { x: 0, y: 0, width: 2, height: 2 });
  expect(new Set(cut.flat())).toEqual(new Set([0, 2]));
  expect(clip(square, { x: 5, y: 5, width: 1, height: 1 })).toEqual([]);
});
