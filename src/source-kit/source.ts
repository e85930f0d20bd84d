/** Everything that a source and its operations need, besides requests, records and values. */
export { operationResource, requestDefaults, type SourceCanaries } from "../contract/canary.ts";
export { didYouMean, lookUpWith } from "../contract/did-you-mean.ts";
export { asking, defineEcho, firstOf, type Stated } from "../contract/echo.ts";
export {
  AskAgain,
  Blocked,
  NoSuchThing,
  notMeant,
  otherThanAsked,
  ruleBroken,
  SourceError,
  Throttled,
  Unreadable,
} from "../contract/errors.ts";
export { managedChallenge } from "../contract/managed-challenge.ts";
export { cachedForADay } from "../contract/operation.ts";
export { type NoRecord, Page, type PageFacts } from "../contract/page.ts";
export { flat, perRequestWhenFound, perResults } from "../contract/price.ts";
export { sameText } from "../contract/same-text.ts";
export type { Answer, ReadingContext, Site, SiteRequest } from "../contract/site.ts";
export { defineSource } from "../contract/source.ts";
export { instead, suggestedNear } from "./fallbacks.ts";
export { inLanguage, wants } from "./headers.ts";
export { isSameHost, readIdentifier } from "./identifier.ts";
export { keysOf } from "./keys-of.ts";
export { operation } from "./operation.ts";
export { pagesAfter } from "./pages-after.ts";
export { pagesUntil } from "./pages-until.ts";
export { A_DAY, remembered } from "./remembered.ts";
export { isRespelled, mostSimilar, similarText } from "./similar-text.ts";
export { joinedStandIns } from "./stand-in/replies.ts";
