import { standIn } from "../../src/sources/nlretail/site/stand-in.ts";

/** What the stand-in answers at a path. */
export async function bodyOf(path: string, origin = "https://site.example"): Promise<string> {
  const reply = await standIn.answer({ method: "GET", url: new URL(path, origin), headers: {}, body: "" });
  return String(reply.body);
}

/** A page as it was before the site sent its data along: cards alone. */
export const withoutStream = (page: string): string =>
  page.replace(/<script>window\.__reactRouterContext\.stream[\s\S]*?<\/script>/g, "");
