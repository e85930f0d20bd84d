import { workEndpoints } from "../index.ts";
import { accountEndpoints } from "./account.ts";
import { incidentEndpoints } from "./admin/incidents.ts";
import { overviewEndpoints } from "./admin/overview.ts";
import { peopleEndpoints } from "./admin/people.ts";
import { alertEndpoints } from "./alerts.ts";
import { catalogueEndpoints } from "./catalogue.ts";
import { dashboardGroup, gives } from "./context.ts";
import { keyEndpoints } from "./keys.ts";
import { memberEndpoints } from "./members.ts";
import { consentEndpoints } from "./oauth.ts";
import { playgroundEndpoints } from "./playground.ts";
import { requestEndpoints } from "./requests.ts";
import { savedCallEndpoints } from "./saved-calls.ts";
import { signInEndpoints } from "./sign-in.ts";
import { singleSignOnEndpoints } from "./single-sign-on.ts";
import { statementEndpoints } from "./statement.ts";
import { usageEndpoints } from "./usage.ts";
import { FormsAnswer } from "./views/catalogue.ts";

/** What a person of the dashboard can send: its forms are made from it. */
const formEndpoint = dashboardGroup("catalogue", "page").open("GET /forms", {
  summary: "The bodies of the endpoints that have a form",
  answer: gives(FormsAnswer),
  handle: () => forms,
});

/** The dashboard's own API, mounted under `/dashboard-api` beside the public endpoints that a session may use. */
export const dashboardEndpoints = [
  ...catalogueEndpoints,
  ...signInEndpoints,
  ...accountEndpoints,
  ...alertEndpoints,
  ...memberEndpoints,
  ...singleSignOnEndpoints,
  ...keyEndpoints,
  ...usageEndpoints,
  ...statementEndpoints,
  ...requestEndpoints,
  ...playgroundEndpoints,
  ...savedCallEndpoints,
  ...consentEndpoints,
  ...peopleEndpoints,
  ...incidentEndpoints,
  ...overviewEndpoints,
  formEndpoint,
];

const forms: FormsAnswer = Object.fromEntries(
  [...dashboardEndpoints, ...workEndpoints].flatMap(({ method, path, body }) =>
    body ? [[`${method} ${path}`, body]] : [],
  ),
);
