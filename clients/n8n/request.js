/** @typedef {import("n8n-workflow").IExecuteFunctions | import("n8n-workflow").ILoadOptionsFunctions | import("n8n-workflow").IPollFunctions} Context */

/**
 * Sends one request to the service named in the credentials.
 * @param {Context} context
 * @param {Partial<import("n8n-workflow").IHttpRequestOptions> & { path: string }} request
 */
async function send(context, { path, ...request }) {
  const { url } = await context.getCredentials("winnowApi");
  const options = { ...request, url: `${String(url).replace(/\/$/, "")}${path}`, json: true };
  const answer = await context.helpers.httpRequestWithAuthentication.call(context, "winnowApi", options);
  // n8n passes on a body that was cut off as text.
  if (typeof (request.returnFullResponse ? answer.body : answer) !== "object") {
    throw new Error("The response of the service is not complete. Run the node again.");
  }
  return answer;
}

module.exports = { send };
