import { slugOf } from "../../../source-kit/stand-in/markup.ts";
import names from "./trades.json" with { type: "json" };

/** What a business of the stand-in can be in, under the site's kind of number. */
export const trades = names.map(({ id, name }) => ({ id, name, slug: slugOf(name) }));

export type Trade = (typeof trades)[number];
