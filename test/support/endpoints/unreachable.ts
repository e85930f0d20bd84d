/** Endpoints that generated calls cannot succeed at, and why. All others must. */
export const unreachable: Record<string, string> = {
  tokenRequestEvidence: "needs a request with x-evidence, which no endpoint makes",
  "/dashboard-api GET /requests/{id}/evidence": "needs a request with x-evidence, which no endpoint makes",
  "/dashboard-api POST /sign-in/code": "needs a code of the caller's authenticator",
  "/dashboard-api POST /second-factor/confirm": "needs a code of the caller's authenticator",
  "/dashboard-api POST /password/reset": "needs the token of a mail",
  "/dashboard-api POST /email/verify": "needs the token of a mail",
  "/dashboard-api POST /password/change": "ends the caller's password, which the other calls need",
  "/dashboard-api DELETE /account": "ends the caller's account",
  "/dashboard-api DELETE /sessions/{id}": "needs another session of the caller",
  "/dashboard-api POST /playground/options": "needs an operation with a lookup",
  "/dashboard-api POST /oauth/request": "needs a registered program's request",
  "/dashboard-api POST /oauth/consent": "needs a registered program's request",
  "/dashboard-api GET /admin/incidents/{no}": "needs an incident",
  "/dashboard-api GET /admin/incidents/{no}/response": "needs an incident",
  "/dashboard-api GET /admin/incidents/{no}/recording": "needs an incident",
  "/dashboard-api POST /admin/incidents/{no}/note": "needs an incident",
};
