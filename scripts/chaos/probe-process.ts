/** Asks /health of each address ten times a second, apart from the load, until its input ends; prints milliseconds. */
const urls = process.argv.slice(2);
let isOver = false;
process.stdin.resume().once("end", () => {
  isOver = true;
});
const took: number[] = [];
while (!isOver) {
  for (const url of urls) {
    const startedAt = performance.now();
    await fetch(`${url}/health`).then((answer) => answer.arrayBuffer());
    took.push(performance.now() - startedAt);
  }
  await new Promise((resolve) => setTimeout(resolve, 100));
}
process.stdout.write(JSON.stringify(took));
