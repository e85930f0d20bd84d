import type { StandIn } from "../../../contract/stand-in.ts";
import { challenge, notFound } from "../../../source-kit/stand-in/replies.ts";
import { itemsSearch } from "./items-search.ts";
import { profiles } from "./profiles.ts";

export const standIn: StandIn = {
  answer: (call) => itemsSearch(call) ?? profiles(call) ?? notFound(),
  challenge,
  vitalField: "name",
};
