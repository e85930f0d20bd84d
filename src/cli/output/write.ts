/** The reader closed the pipe (`| head`): the rest is not needed, and that is not an error. */
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

/** Waits for the pipe: a large output must not be cut off when the process ends. */
export const write = (text: string): Promise<void> =>
  new Promise((resolve) => {
    process.stdout.write(text, () => resolve());
  });
