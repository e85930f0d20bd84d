import type { Migration } from "kysely/migration";
import { people } from "./001-people.ts";
import { metering } from "./002-metering.ts";
import { signIn } from "./003-sign-in.ts";
import { postgresLedger } from "./004-postgres-ledger.ts";
import { governor } from "./005-governor.ts";
import { leases } from "./006-leases.ts";
import { security } from "./007-security.ts";
import { jobs } from "./008-jobs.ts";
import { health } from "./009-health.ts";
import { evidence } from "./010-evidence.ts";
import { answerFacts } from "./011-answer-facts.ts";
import { ledgerRepair } from "./012-ledger-repair.ts";
import { callLog } from "./013-call-log.ts";
import { webhooksAndSchedules } from "./014-webhooks-schedules.ts";
import { incidentEvidence } from "./015-incident-evidence.ts";
import { growth } from "./016-growth.ts";
import { lookupCache } from "./017-lookup-cache.ts";
import { oauth } from "./018-oauth.ts";
import { mailQueue } from "./019-mail-queue.ts";
import { partitions } from "./020-partitions.ts";
import { latencies } from "./021-latencies.ts";
import { jobFacts } from "./022-job-facts.ts";
import { alertSettings } from "./030-alert-settings.ts";
import { oauthFamily } from "./031-oauth-family.ts";
import { requestHours } from "./032-request-hours.ts";
import { siteLimits } from "./033-site-limits.ts";
import { fairShares } from "./034-fair-shares.ts";
import { accounts } from "./035-accounts.ts";
import { evidenceSource } from "./037-evidence-source.ts";
import { storeFacts } from "./038-store-facts.ts";
import { baselines } from "./042-baselines.ts";
import { alertDelivery } from "./043-alert-delivery.ts";
import { patientWork } from "./053-patient-work.ts";
import { scheduleRuns } from "./054-schedule-runs.ts";
import { pausedAccounts } from "./059-paused-accounts.ts";
import { resultLinks } from "./061-result-links.ts";
import { invalidLines } from "./062-invalid-lines.ts";
import { orderedDeliveries } from "./063-ordered-deliveries.ts";
import { partialAndFiles } from "./064-partial-and-files.ts";
import { watches } from "./065-watches.ts";
import { longestPause } from "./066-longest-pause.ts";
import { operatorsKeyActs } from "./067-operators-key-acts.ts";
import { keyPermissions } from "./068-key-permissions.ts";
import { forgottenAccounts } from "./069-forgotten-accounts.ts";
import { unconfirmedKeys } from "./070-unconfirmed-keys.ts";

/** In the order of their names. A landed migration is never edited, only followed by another. */
export const migrations: Record<string, Migration> = {
  "001-people": people,
  "002-metering": metering,
  "003-sign-in": signIn,
  "004-postgres-ledger": postgresLedger,
  "005-governor": governor,
  "006-leases": leases,
  "007-security": security,
  "008-jobs": jobs,
  "009-health": health,
  "010-evidence": evidence,
  "011-answer-facts": answerFacts,
  "012-ledger-repair": ledgerRepair,
  "013-call-log": callLog,
  "014-webhooks-schedules": webhooksAndSchedules,
  "015-incident-evidence": incidentEvidence,
  "016-growth": growth,
  "017-lookup-cache": lookupCache,
  "018-oauth": oauth,
  "019-mail-queue": mailQueue,
  "020-partitions": partitions,
  "021-latencies": latencies,
  "022-job-facts": jobFacts,
  "030-alert-settings": alertSettings,
  "031-oauth-family": oauthFamily,
  "032-request-hours": requestHours,
  "033-site-limits": siteLimits,
  "034-fair-shares": fairShares,
  "035-accounts": accounts,
  "037-evidence-source": evidenceSource,
  "038-store-facts": storeFacts,
  "042-baselines": baselines,
  "043-alert-delivery": alertDelivery,
  "053-patient-work": patientWork,
  "054-schedule-runs": scheduleRuns,
  "059-paused-accounts": pausedAccounts,
  "061-result-links": resultLinks,
  "062-invalid-lines": invalidLines,
  "063-ordered-deliveries": orderedDeliveries,
  "064-partial-and-files": partialAndFiles,
  "065-watches": watches,
  "066-longest-pause": longestPause,
  "067-operators-key-acts": operatorsKeyActs,
  "068-key-permissions": keyPermissions,
  "069-forgotten-accounts": forgottenAccounts,
  "070-unconfirmed-keys": unconfirmedKeys,
};
