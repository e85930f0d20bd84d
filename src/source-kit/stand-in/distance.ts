interface Point {
  latitude: number;
  longitude: number;
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Great-circle distance, in the unit of the radius: 6,371,000 m or 3,958.8 miles. */
export function distanceBetween(a: Point, b: Point, earthRadius: number): number {
  const half = (x: number, y: number) => Math.sin(radians(x - y) / 2) ** 2;
  const h =
    half(a.latitude, b.latitude) +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(a.longitude, b.longitude);
  return 2 * earthRadius * Math.asin(Math.sqrt(h));
}
