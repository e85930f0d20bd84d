import { AuthFailure } from "./auth-failure.ts";

export const SHORTEST_PASSWORD = 10;
const LONGEST_PASSWORD = 256;
/** Longer passwords are strong by their length, and the estimate would be slow. */
const ESTIMATED = 64;

type Estimate = (password: string, about: string[]) => { score: number };
let estimator: Promise<Estimate> | null = null;

/** The list of common passwords is a megabyte, so it loads when the first password is chosen. */
async function loadEstimator(): Promise<Estimate> {
  const [{ ZxcvbnFactory }, common] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  const factory = new ZxcvbnFactory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs });
  return (password, about) => factory.check(password, about);
}

/** Rejects a new password that is too short or common. */
export async function refuseWeakPassword(password: string, about: string[] = []): Promise<void> {
  if (password.length < SHORTEST_PASSWORD) {
    throw new AuthFailure(400, `The password needs at least ${SHORTEST_PASSWORD} characters.`);
  }
  if (password.length > LONGEST_PASSWORD) {
    throw new AuthFailure(400, `The password may have at most ${LONGEST_PASSWORD} characters.`);
  }
  if (password.length > ESTIMATED) return;
  estimator ??= loadEstimator();
  const { score } = (await estimator)(password, about);
  if (score < 2) {
    throw new AuthFailure(400, "This password is easy to guess. Choose another, such as three or four unusual words.");
  }
}
