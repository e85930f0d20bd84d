/**
 * Every number by which values are judged. Each comment says what raising it does. They are in one object so that a test can
 * double and halve each of them.
 */
export const tuning = {
  /** Records remembered of each request. More see a change in fewer of them, and take more memory and time. */
  recordsHeld: 24,
  /** Requests remembered of each operation. More find their past again after a pause, and take more memory. */
  requestsHeld: 48,
  /** Pairs that make a run speak for itself, and ids of a detail page's canary. More leave more short lists to the canary. */
  enoughPairs: 5,
  /** Different values that a field must have had for "all the same" or "other words". More leave out more fields with few values. */
  enoughValues: 5,
  /** Share of the pairs that must move alike where single records move by themselves. More overlook a change of part of the page. */
  nearlyAll: 0.8,
  /** Share of the pairs that suffices for a change that single records do not make, and share of a list that may be gone. More overlook smaller losses. */
  part: 0.25,
  /** Smallest factor that all numbers of a run may share. More overlook a similar currency. */
  commonFactor: 1.03,
  /** Factor that no sale explains. More leave larger errors to the canary. */
  absurdFactor: 4,
  /** Milliseconds by which a page may be later than before. More overlook a slower site. */
  slowerMs: 500,
  /** What nobody has repeated for so long neither accuses nor acquits. More let old observations count longer. */
  forgottenAfterMs: 3_600_000,
  /** Pause between two canaries that a suspicion asks. More make callers wait longer for the verdict. */
  askEveryMs: 60_000,
  /** Open incidents about values of one operation. More tell more about a redesigned page, in more messages. */
  openIncidents: 5,
};
