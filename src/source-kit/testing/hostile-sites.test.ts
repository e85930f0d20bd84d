import { expect, test } from "vitest";
import { findSources } from "../../find-sources.ts";
import { hostileBehaviours, hostileTable, meetHostile } from "./hostile-sites.ts";

const sources = await findSources();

/** What every source answers; the rest may differ from source to source, as docs/stand-ins.md tells. */
const answers: Record<string, RegExp> = {
  interstitial: /^412 blocked$/,
  accepted: /^200, /,
  cookie: /^200, /,
  apex: /^200, /,
  offset: /^200, .*(exhausted|source-limit)$|^500 unreadable$/,
  "400": /^200, |^500 unreadable$/,
  "robots:503": /^412 not_responding$/,
};
/** Where the site said no at once, nothing else was asked of it. */
const atOnce = (behaviour: string) => behaviour === "interstitial" || behaviour.startsWith("robots:");
const MOST_REQUESTS = 10;

test.each(Object.keys(hostileBehaviours))(
  "%s: documented answers, few requests, from every source",
  async (behaviour) => {
    const outcomes = await Promise.all(sources.map((source) => meetHostile(source, behaviour)));
    for (const { source, answer, requests } of outcomes) {
      expect(answer, source).toMatch(answers[behaviour] ?? /^412 blocked$/);
      expect(requests, source).toBeLessThanOrEqual(atOnce(behaviour) ? 1 : MOST_REQUESTS);
    }
    expect(hostileTable(outcomes)).toContain(outcomes[0]!.answer);
  },
);
