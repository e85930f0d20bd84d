import type { StandIn } from "../../contract/stand-in.ts";

/** One stand-in of several parts: the first that has the requested page answers. */
export const joinedStandIns = (first: StandIn, ...others: StandIn[]): StandIn => ({
  async answer(call) {
    let reply = await first.answer(call);
    for (const other of others) {
      if (reply.status !== 404) break;
      reply = await other.answer(call);
    }
    return reply;
  },
  challenge: first.challenge,
});
