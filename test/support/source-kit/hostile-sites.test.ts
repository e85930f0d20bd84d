import { afterAll, beforeAll, expect, test } from "vitest";
import { findSources } from "../../../src/sources/find-sources.ts";
import { type HostileWorld, hostileBehaviours, hostileTable, openHostileWorld } from "./hostile-sites.ts";

const sources = await findSources();
let world: HostileWorld;
beforeAll(async () => {
  world = await openHostileWorld();
});
afterAll(() => world.close());

/** What every source answers; the rest may differ from source to source, as docs/stand-ins.md tells. */
const answers: Record<string, RegExp> = {
  interstitial: /^412 blocked$/,
  accepted: /^200, /,
  cookie: /^200, /,
  apex: /^200, /,
  offset: /^200, .*(exhausted|source-limit)$/,
  "400": /^200, |^500 unreadable$/,
  "robots:503": /^412 not_responding$/,
};
/** Where the site said no at once, nothing else was asked of it. */
const atOnce = (behaviour: string) => behaviour === "interstitial" || behaviour.startsWith("robots:");
const MOST_REQUESTS = 10;

test.each(Object.keys(hostileBehaviours))(
  "%s: documented answers, few requests, and a failure costs nothing, from every source",
  async (behaviour) => {
    const outcomes = await Promise.all(sources.map((source) => world.meet(source, behaviour)));
    for (const { source, status, answer, requests, charged, saysWhichPage } of outcomes) {
      // Where no page says which it is, the same rows again may be anything: that is unreadable, unless a cursor leads on.
      const isLost = behaviour === "offset" && !saysWhichPage;
      expect(answer, source).toMatch(
        isLost ? /^500 unreadable$|^200, 60 records$/ : (answers[behaviour] ?? /^412 blocked$/),
      );
      expect(requests, source).toBeLessThanOrEqual(atOnce(behaviour) ? 1 : MOST_REQUESTS);
      if (status === 200) expect(charged, source).toBeGreaterThan(0);
      else expect(charged, source).toBe(0);
    }
    const [{ requests, charged }] = outcomes as [(typeof outcomes)[number]];
    expect(hostileTable(outcomes)).toContain(`requests ${requests}, charged ${charged}`);
  },
);
