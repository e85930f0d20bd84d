const shown = Promise.withResolvers<void>();

/** Settles once a page is there, with all that listens to its buttons. */
export const pageShown: Promise<void> = shown.promise;

export const sayPageShown = (): void => shown.resolve();
