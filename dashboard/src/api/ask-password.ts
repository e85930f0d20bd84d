/** Shows the question for the password; resolves with whether it was given. Set by the part that asks. */
let openDialog: (() => Promise<boolean>) | null = null;

export const setPasswordDialog = (ask: (() => Promise<boolean>) | null): void => {
  openDialog = ask;
};

/** Some calls need a recent sign-in: the person is asked once more, and the call is made again. */
export const askPasswordAgain = (): Promise<boolean> => openDialog?.() ?? Promise.resolve(false);
