/** All that a source is made of: its author imports this module alone. */
export { cachedForADay } from "../contract/cache-terms.ts";
export { resourceOf, type SourceCanaries } from "../contract/canary.ts";
export { didYouMean } from "../contract/did-you-mean.ts";
export {
  AskAgain,
  Blocked,
  NoSuchThing,
  notMeant,
  ruleBroken,
  SourceError,
  Throttled,
  Unreadable,
} from "../contract/errors.ts";
export {
  countField,
  date,
  defineRequest,
  flagField,
  items,
  listOf,
  lookupCountField,
  MOST_ADDRESS,
  oneOf,
  orNull,
  textField,
  timeoutField,
  wholeField,
} from "../contract/fields.ts";
export { fedBy } from "../contract/lookup.ts";
export { managedChallenge } from "../contract/managed-challenge.ts";
export { type NoRecord, Page, type PageFacts } from "../contract/page.ts";
export { flat, perRequestWhenFound, perResults } from "../contract/price.ts";
export type { Answer, ReadingContext, Site, SiteRequest } from "../contract/site.ts";
export { defineSource } from "../contract/source.ts";
export { absoluteUrl, cleanText, flagOf, numberOf, wholeOf, zeroIsNone } from "../contract/values.ts";
export { objectAfter, scriptJson } from "./embedded-json.ts";
export { amount, decimal, flag, link, list, seconds, sub, text, textOr, texts, whole } from "./fields/kinds.ts";
export { htmlList, htmlThing, jsonList, jsonThing } from "./fields/pages.ts";
export { htmlRecord, jsonRecord } from "./fields/table.ts";
export { inLanguage, wants } from "./headers.ts";
export type { AnyNode, Document, Element } from "./html.ts";
export { all, attributeOf, linkOf, nextElement, one, parseHtml, previousElement, textOf } from "./html.ts";
export { identifierOf, isSameHost } from "./identifier.ts";
export { instead } from "./instead.ts";
export { at, isObject, type Json, jsonOf, looksLikeJson, objectOf, objectsOf, parseJson } from "./json.ts";
export { keysOf } from "./keys-of.ts";
export { operation } from "./operation.ts";
export { otherThanAsked } from "./other-than-asked.ts";
export { pagesAfter } from "./pages-after.ts";
export { pagesUntil } from "./pages-until.ts";
export { A_DAY, remembered } from "./remembered.ts";
export { suggestedNear } from "./suggested-near.ts";
export { amountOf, localNumber } from "./written/numbers.ts";
export { secondsOf } from "./written/times.ts";
