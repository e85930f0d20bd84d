/** Everything that a stand-in site needs: its author imports only this module. */

export type { StandIn, StandInCall, StandInPage, StandInReply } from "../../contract/stand-in.ts";
export { distanceBetween } from "./distance.ts";
export { type Filters, filtered, hasWords, onDemand, type Page, paged, recent } from "./lists.ts";
export { escapeHtml, scriptJson, toSlug } from "./markup.ts";
export { type RecordedAnswer, type RecordedList, recordedStandIn } from "./recorded.ts";
export { challenge, html, json, notFound, redirect } from "./replies.ts";
export { type Seeded, seeded } from "./seeded.ts";
