/** Shows the question for the password; resolves with whether it was given. Set by the part that asks. */
let asker: (() => Promise<boolean>) | null = null;

export const setPasswordAsker = (ask: (() => Promise<boolean>) | null): void => {
  asker = ask;
};

/** Some calls need a recent sign-in: the person is asked once more, and the call is made again. */
export const askPasswordAgain = (): Promise<boolean> => asker?.() ?? Promise.resolve(false);
