import type { WinnowError } from "../contract/errors.ts";
import type { Operation } from "../contract/operation.ts";
import type { Source } from "../contract/source.ts";
import type { StandInCall, StandInReply } from "../contract/stand-in.ts";
import { acceleratedClock } from "./accelerated-clock.ts";
import { standInFor } from "./stand-in-for.ts";

type Body = Record<string, unknown>;

export interface Exchange {
  call: StandInCall;
  reply: StandInReply;
}

/** The reply that the site sends instead of its own. */
export type Tamper = (exchange: Exchange, nth: number) => StandInReply;

/** Status, code and words of a failure, or the records. */
export type Outcome = { records: readonly object[] } | { status: number; code: string; detail: string };

export interface TamperedSite {
  /** Runs an operation; the exchanges are those with the site as the engine saw them. */
  run(operation: Operation, body: Body, tamper?: Tamper): Promise<{ outcome: Outcome; exchanges: Exchange[] }>;
  close(): Promise<void>;
}

/** A source whose stand-in sends other replies than its own, over HTTP and through the real engine. */
export async function tamperedSite(source: Source): Promise<TamperedSite> {
  const standIn = await source.standIn();
  let tamper: Tamper;
  let exchanges: Exchange[] = [];
  const answer = async (call: StandInCall): Promise<StandInReply> => {
    const reply = tamper({ call, reply: await standIn.answer(call) }, exchanges.length);
    exchanges.push({ call, reply });
    return reply;
  };
  const politeness = { concurrency: 4, perSecond: 10_000 };
  const bench = await standInFor(
    { ...source, politeness, standIn: async () => ({ ...standIn, answer }) },
    { clock: acceleratedClock(50) },
  );
  return {
    async run(operation, body, change = ({ reply }) => reply) {
      tamper = change;
      exchanges = [];
      const outcome = await bench.runAnew(operation, { ...body, timeout: 300 }).then(
        (records): Outcome => ({ records }),
        ({ status, code, detail, message }: WinnowError): Outcome => ({
          status,
          code,
          detail: typeof detail === "string" ? detail : message,
        }),
      );
      return { outcome, exchanges };
    },
    close: () => bench.close(),
  };
}
