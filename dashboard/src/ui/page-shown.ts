const shown = Promise.withResolvers<void>();

/** Resolves once a page is shown and its event handlers are attached. */
export const pageShown: Promise<void> = shown.promise;

export const sayPageShown = (): void => shown.resolve();
