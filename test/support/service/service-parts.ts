import type { Clock } from "../../../src/base/clock.ts";
import { CallLimiter } from "../../../src/overload/call-limiter.ts";
import { createCallLog } from "../../../src/service/call-log.ts";
import { createEvidence } from "../../../src/service/evidence.ts";
import { createKeptPages } from "../../../src/service/kept-pages.ts";
import { createLookupCache } from "../../../src/service/lookup-cache.ts";
import type { Store } from "../../../src/store/open-store.ts";

/** The parts of a service that a test takes as they are, on its store; no source is a stand-in. */
export const serviceParts = ({ db }: Pick<Store, "db">, clock: Clock) => {
  const originOf = () => "http://127.0.0.1:9";
  return {
    evidence: createEvidence({ db, clock, originOf }),
    lookups: createLookupCache({ db, clock, originOf }),
    // Off: tests of kept pages bring their own.
    pages: createKeptPages({ db, clock, maxBytes: 0, onError() {} }),
    practice: {
      extract(): never {
        throw new Error("no test keys here");
      },
    },
    isStandIn: () => false,
    waitingPoints: async () => 0,
    originOf,
    limiter: new CallLimiter(clock),
    callLog: createCallLog(db, clock),
  };
};
