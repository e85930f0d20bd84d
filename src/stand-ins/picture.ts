import { createHash } from "node:crypto";
import type { StandInCall, StandInReply } from "../contract/stand-in.ts";

const PICTURE = /\.(jpe?g|png|webp|avif|gif)$/i;

/** A picture for an item of a stand-in's catalogue, drawn from its path. Only people see it, in the dashboard's tables. */
export function replyPicture({ method, url }: StandInCall): StandInReply | null {
  if (method !== "GET" || !PICTURE.test(url.pathname)) return null;
  const [hue, x, y, size] = createHash("sha256").update(url.pathname).digest();
  const at = (part: number | undefined, from: number, span: number) => from + ((part ?? 0) / 255) * span;
  const colour = (turn: number, light: number) => `hsl(${(Math.round(at(hue, 0, 360)) + turn) % 360} 45% ${light}%)`;
  return {
    status: 200,
    headers: { "content-type": "image/svg+xml", "cache-control": "max-age=3600" },
    body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" fill="${colour(0, 88)}"/><circle cx="${at(x, 30, 40)}" cy="${at(y, 35, 30)}" r="${at(size, 16, 14)}" fill="${colour(30, 55)}"/><path d="M0 ${at(y, 60, 20)} L40 ${at(x, 50, 20)} L70 ${at(size, 65, 15)} L100 ${at(hue, 55, 20)} V100 H0z" fill="${colour(300, 42)}"/></svg>`,
  };
}
