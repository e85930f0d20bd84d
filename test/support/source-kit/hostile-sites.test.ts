import { afterAll, beforeAll, expect, test } from "vitest";
import { findSources } from "../../../src/sources/find-sources.ts";
import { type HostileWorld, hostileBehaviours, hostileTable, openHostileWorld } from "./hostile-sites.ts";

const sources = await findSources();
let world: HostileWorld;
beforeAll(async () => {
  world = await openHostileWorld();
});
afterAll(() => world.close());

/** The responses required of every source; the rest may differ, as docs/stand-ins.md shows. */
const answers: Record<string, RegExp> = {
  interstitial: /^412 blocked$/,
  accepted: /^200, /,
  cookie: /^200, /,
  apex: /^200, /,
  // One thing has one page; a list is not given in part.
  offset: /^200, 1 records, exhausted$|^500 unreadable$/,
  "400": /^200, |^500 unreadable$/,
  "robots:503": /^412 not_responding$/,
};
/** If the site rejects immediately, nothing else is requested from it. */
const atOnce = (behaviour: string) => behaviour === "interstitial" || behaviour.startsWith("robots:");
const MAX_REQUESTS = 10;

test.each(Object.keys(hostileBehaviours))(
  "%s: every source gives documented responses with few requests, and failures are free",
  async (behaviour) => {
    const outcomes = await Promise.all(sources.map((source) => world.meet(source, behaviour)));
    for (const { source, status, answer, requests, charged } of outcomes) {
      expect(answer, source).toMatch(answers[behaviour] ?? /^412 blocked$/);
      expect(requests, source).toBeLessThanOrEqual(atOnce(behaviour) ? 1 : MAX_REQUESTS);
      if (status === 200) expect(charged, source).toBeGreaterThan(0);
      else expect(charged, source).toBe(0);
    }
    const [{ requests, charged }] = outcomes as [(typeof outcomes)[number]];
    expect(hostileTable(outcomes)).toContain(`requests ${requests}, charged ${charged}`);
  },
);
