import { NoSuchThing, Unreadable } from "../../../contract/errors.ts";
import { Page } from "../../../contract/page.ts";
import type { Answer } from "../../../contract/site.ts";
import { numberOf } from "../../../contract/values.ts";
import { attributeOf, linkOf, one, parseHtml, textOf } from "../../../source-kit/html.ts";
import { profilesRecord } from "./record.ts";

/** Reads the page of one thing. */
export function readPage(answer: Answer, id: string, origin: string) {
  if (answer.status === 404) throw new NoSuchThing();
  const page = parseHtml(answer.text());
  const name = textOf(one("[itemprop=name]", page));
  if (name === null) throw new Unreadable("a page without a name");
  return Page.of([page], () =>
    profilesRecord({
      id: attributeOf("data-id", one("main", page)) ?? id,
      name,
      url: linkOf(one("link[rel=canonical]", page), origin),
      price: numberOf(attributeOf("content", one("[itemprop=price]", page))),
      description: textOf(one("[itemprop=description]", page)),
      image: linkOf(one("[itemprop=image]", page), origin, "src"),
    }),
  );
}
