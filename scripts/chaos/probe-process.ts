import { connect } from "node:net";
import { constants, setPriority } from "node:os";

/**
 * Requests /health of each address ten times a second over its own connection, apart from the load, until its input ends.
 * Prints milliseconds.
 */
try {
  // Measures the service, not its own wait for a CPU that the load uses.
  setPriority(constants.priority.PRIORITY_HIGH);
} catch {
  // Only root may raise priority; otherwise it measures both.
}
const urls = process.argv.slice(2).map((url) => new URL(url));
let isOver = false;
process.stdin.resume().once("end", () => {
  isOver = true;
});
const took: number[] = [];
await Promise.all(
  urls.map(async ({ hostname, port, host }) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await new Promise((resolve) => socket.once("connect", resolve));
    while (!isOver) {
      const startedAt = performance.now();
      socket.write(`GET /health HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
      await new Promise((resolve) => socket.once("data", resolve));
      took.push(performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    socket.destroy();
  }),
);
process.stdout.write(JSON.stringify(took));
