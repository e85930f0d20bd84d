import { toSlug } from "../../../source-kit/stand-in/markup.ts";
import names from "./trades.json" with { type: "json" };

/** The trades of the stand-in's businesses, numbered as the site does. */
export const trades = names.map(({ id, name, also }) => ({ id, name, also, slug: toSlug(name) }));

export type Trade = (typeof trades)[number];
