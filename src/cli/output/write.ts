/** Whoever read the output has what they wanted (`| head`): the rest is not asked for, and that is no error. */
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

/** Waits for the pipe: a large answer must not be cut off when the process ends. */
export const write = (text: string): Promise<void> =>
  new Promise((resolve) => {
    process.stdout.write(text, () => resolve());
  });
