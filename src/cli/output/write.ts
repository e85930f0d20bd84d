/** Waits for the pipe: a large answer must not be cut off when the process ends. A reader that left early is no error. */
export const write = (text: string): Promise<void> =>
  new Promise((resolve, reject) =>
    process.stdout.write(text, (error) => {
      if (!error || (error as NodeJS.ErrnoException).code === "EPIPE") resolve();
      else reject(error);
    }),
  );
