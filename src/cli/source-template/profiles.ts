import { amount, htmlPage, htmlRecord, link, text } from "../../source-kit/record.ts";
import { defineRequest, textField, timeoutField } from "../../source-kit/request.ts";
import { flat, operation, readIdentifier } from "../../source-kit/source.ts";

const ProfilesRecord = htmlRecord("TemplateProfilesRecord", {
  id: text("main@data-id").filled("always").meaning("The site's own ID."),
  name: text("[itemprop=name]").filled("always").meaning("Name."),
  url: link("link[rel=canonical]@href").filled("usually").meaning("URL of the page."),
  price: amount("[itemprop=price]@content").meaning("Price; say in which currency."),
  description: text("[itemprop=description]").meaning("Description, in the site's language."),
  image: link("[itemprop=image]@src").meaning("URL of the picture."),
});

const idOf = (item: string): string =>
  readIdentifier(item, {
    field: "item",
    idWords: "an ID (digits)",
    urlWords: "the URL of its page",
    ofId: (text) => (/^\d+$/.test(text) ? text : null),
    ofUrl: ({ pathname }) => /^\/profiles\/(\d+)\/?$/.exec(pathname)?.[1] ?? null,
  });

export default operation({
  path: "/api/template/profiles",
  summary: "Template: profiles by ID or URL",
  description: "One item of the site, by its ID or URL.",
  price: flat(1),
  request: defineRequest("TemplateProfiles", {
    item: textField({ description: "ID, or URL of its page.", examples: ["1001"] }),
    timeout: timeoutField,
  }),
  record: ProfilesRecord,
  examples: [{ item: "1001" }, { item: "1002" }],
  echo: { item: { says: "ID", same: (stated: string, item: string) => stated === idOf(item) } },
  unavailableWhen: "the site has no such thing",
  check: ({ item }) => void idOf(item),
  page: ({ item }) => ({ path: `/profiles/${idOf(item)}` }),
  read: htmlPage(ProfilesRecord, { echo: { item: "main@data-id" } }),
});
