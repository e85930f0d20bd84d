import { newStore } from "./stored.ts";

/** Takes whether the password was given; null unless somebody is asked for it. */
const asked = newStore<((given: boolean) => void) | null>(null);

export const usePasswordQuestion = asked.use;

/** Asks for the password again, for calls that need a recent sign-in. The call is then repeated. */
export const askPasswordAgain = (): Promise<boolean> =>
  new Promise((resolve) => {
    asked.set((given) => {
      asked.set(null);
      resolve(given);
    });
  });
