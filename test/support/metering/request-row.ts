/** A call in the history that ended well, as a row of `requests`. */
export const requestRow = <Over extends object>(over: Over) => ({
  account_id: "mine",
  key_id: "k",
  endpoint: "/api/x",
  source: "x",
  door: "http",
  plan: "free",
  held: 3,
  timeout: 60,
  params: "{}",
  expires_at: 1,
  cost: 2,
  status: 200,
  ...over,
});
