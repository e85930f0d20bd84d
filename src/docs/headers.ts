/** The headers of every answer of a data operation, for the reference page. */
const header = (description: string, schema: Record<string, unknown>, example: unknown) => ({
  description,
  schema,
  example,
});
const text = { type: "string" };
const whole = { type: "integer" };

export const answerHeaders = {
  "x-request-id": header(
    "Identifies the request; the caller's own UUID where one was sent.",
    { type: "string", format: "uuid" },
    "5f0c6c9e-6a2f-4d3c-9c8e-0b9d7b1f2a10",
  ),
  "x-execution-time": header("Seconds it took.", { type: "number" }, 0.412),
  "x-token-points": header("Points left on the account.", whole, 990),
  "x-credits-charged": header("What this answer cost.", whole, 10),
  "ratelimit-policy": header(
    "The five windows of the key: quota and length in seconds.",
    text,
    '"ten_second";q=5;w=10, "minutely";q=20;w=60, "hourly";q=200;w=3600, "daily";q=1000;w=86400, "monthly";q=5000;w=2592000',
  ),
  ratelimit: header(
    "What is left in each window, and the seconds until it starts anew.",
    text,
    '"ten_second";r=4;t=8, "minutely";r=19;t=38, "hourly";r=199;t=1838, "daily";r=999;t=41438, "monthly";r=4999;t=1337438',
  ),
  "idempotent-replayed": header(
    "`true` where the answer is that of an earlier request with the same Idempotency-Key.",
    text,
    "true",
  ),
};
