// Plain JavaScript: loaded by whatever holds mutants, in any process or thread that the tests start.
import { appendFileSync } from "node:fs";

/** @typedef {{ active: number, hits: Set<number> | null, told?: string | undefined }} State */
const everywhere = /** @type {{ __winnowMutant?: State }} */ (/** @type {unknown} */ (globalThis));

// One for all copies of this module. Programs and workers that a test starts find their mutant in the environment, and
// tell in a file which mutants they came by; the process that runs the tests sets both itself.
const state = everywhere.__winnowMutant ?? {
  active: Number(process.env.WINNOW_MUTANT ?? 0),
  hits: process.env.WINNOW_MUTANT_HITS ? new Set() : null,
  told: process.env.WINNOW_MUTANT_HITS,
};
everywhere.__winnowMutant = state;

/**
 * @param {number} id
 * @returns {boolean}
 */
export function on(id) {
  if (state.hits !== null && !state.hits.has(id)) {
    state.hits.add(id);
    if (state.told) appendFileSync(state.told, `${id}\n`);
  }
  return state.active === id;
}
