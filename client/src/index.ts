export {
  AnswerNotKept,
  ApiError,
  BadRequest,
  BodyTooLarge,
  ConnectionFailed,
  DeadlinePassed,
  Forbidden,
  HeadersTooLarge,
  MethodNotAllowed,
  NotAcceptable,
  NotFound,
  Overloaded,
  RangeOutside,
  RateLimited,
  ServerFault,
  StillInFlight,
  TimedOut,
  Unauthorized,
  Unavailable,
  UnexpectedAnswer,
  ValidationFailed,
  type ValidationItem,
  WebhookNotVerified,
  WinnowError,
} from "./errors.ts";
export type { Facts, RateWindow, Records } from "./facts.ts";
export type * from "./generated/endpoints.ts";
export type { ErrorCode } from "./generated/errors.ts";
export type * from "./generated/operations.ts";
export type { JobHandle, SubmitOptions } from "./jobs.ts";
export type { Answer, CallOptions, CostPreview, Operation, Window } from "./operation.ts";
export type { RecordStream } from "./record-stream.ts";
export type { Retry } from "./retrying.ts";
export type { Logger, TransferOptions, WinnowOptions } from "./settings.ts";
export { version } from "./version.ts";
export { type VerifyOptions, verifyWebhook, type WebhookHeaders } from "./webhooks.ts";
export { Winnow } from "./winnow.ts";
