/** Opens the password dialog and resolves to whether the password was given. Set by the component that shows it. */
let openDialog: (() => Promise<boolean>) | null = null;

export const setPasswordDialog = (ask: (() => Promise<boolean>) | null): void => {
  openDialog = ask;
};

/** Asks for the password again, for calls that need a recent sign-in. The call is then repeated. */
export const askPasswordAgain = (): Promise<boolean> => openDialog?.() ?? Promise.resolve(false);
