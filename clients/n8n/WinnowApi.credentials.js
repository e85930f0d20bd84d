/** Address and key of a service. n8n finds the class by its file name. */
class WinnowApi {
  name = "winnowApi";
  displayName = "Winnow API";
  /** @type {import("n8n-workflow").INodeProperties[]} */
  properties = [
    { displayName: "URL", name: "url", type: "string", default: "http://127.0.0.1:8080", required: true },
    {
      displayName: "API Key",
      name: "key",
      type: "string",
      default: "",
      required: true,
      typeOptions: { password: true },
    },
  ];
  /** @type {import("n8n-workflow").IAuthenticateGeneric} */
  authenticate = { type: "generic", properties: { headers: { "access-token": "={{$credentials.key}}" } } };
  /** @type {import("n8n-workflow").ICredentialTestRequest} */
  test = { request: { baseURL: "={{$credentials.url}}", url: "/token/statistic" } };
}

module.exports = { WinnowApi };
