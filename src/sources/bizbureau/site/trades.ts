import { toSlug } from "../../../source-kit/stand-in/markup.ts";
import names from "./trades.json" with { type: "json" };

/** The trades of the stand-in's businesses, numbered as the site does. */
export const trades = names.map(({ id, name }) => ({ id, name, slug: toSlug(name) }));

export type Trade = (typeof trades)[number];
