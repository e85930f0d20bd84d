import { advice, type ErrorCode } from "./generated/errors.ts";

/** One error of a 422: the field, and what is wrong with it. */
export interface ValidationItem {
  type: string;
  loc: Array<string | number>;
  msg: string;
  input?: unknown;
  ctx?: Record<string, unknown>;
}

type Detail = string | ValidationItem[];

/** The base class of all errors that this client throws, except aborts by your own signal. */
export class WinnowError extends Error {
  override name = "WinnowError";
}

/** No complete response arrived: the connection was refused, cut short, or exceeded the request's timeout. */
export class ConnectionFailed extends WinnowError {
  override name = "ConnectionFailed";
}

/** No response arrived within the call's time limit. */
export class TimedOut extends ConnectionFailed {
  override name = "TimedOut";
}

/** The delivery does not come from the service. Do not act on it. */
export class WebhookNotVerified extends WinnowError {
  override name = "WebhookNotVerified";
}

/** The address returned something other than a Winnow response, such as a web page. Check the address. */
export class UnexpectedAnswer extends WinnowError {
  override name = "UnexpectedAnswer";

  constructor(url: string, status: number, type: string, text = "") {
    const start = text.replace(/\s+/g, " ").trim().slice(0, 80);
    super(
      `${url} answered ${status} with ${type}, which is not what a Winnow service answers${
        start ? ` (${JSON.stringify(start)})` : ""
      }: check the address.`,
    );
  }
}

/** An error response of the service. */
export interface Refusal {
  status: number;
  /** Null if the response came from an intermediary, such as a proxy. */
  code: ErrorCode | null;
  detail: Detail;
  requestId: string | null;
  /** Seconds of `Retry-After`. */
  retryAfter: number | null;
  /** The response's `x-hint`: where to find the value of a field. */
  hint?: string | null;
}

/** The service returned an error. Each status has its own class. */
export class ApiError extends WinnowError {
  override name = "ApiError";
  readonly status!: number;
  readonly code!: ErrorCode | null;
  readonly detail!: Detail;
  readonly requestId!: string | null;
  readonly retryAfter!: number | null;
  readonly hint!: string | null;

  constructor(refusal: Refusal) {
    super(inOwnWords(inWords(refusal.detail)));
    Object.assign(this, { hint: null, ...refusal });
  }

  /** The error of a refusal, in the class of its status. */
  static of(refusal: Refusal): ApiError {
    if (refusal.code === "result_not_kept") return new AnswerNotKept(refusal);
    return new (byStatus[refusal.status] ?? (refusal.status >= 500 ? ServerFault : ApiError))(refusal);
  }

  /** Turns an unsuccessful response into an error. */
  static async read(response: Response): Promise<ApiError> {
    const text = await response.text();
    const { headers, status } = response;
    const retryAfter = headers.get("retry-after");
    return ApiError.of({
      status,
      code: headers.get("x-error-code") as ErrorCode | null,
      detail: detailOf(text) ?? `${status} ${response.statusText}`.trim(),
      requestId: headers.get("x-request-id"),
      retryAfter: retryAfter === null ? null : secondsOf(retryAfter),
      hint: headers.get("x-hint"),
    });
  }

  /** What to do about it. */
  get advice(): string | null {
    return this.hint ?? (this.code === null ? null : inOwnWords(advice[this.code] ?? "") || null);
  }
}

/** 400: the body matches the schema, but is incomplete or cannot be interpreted. */
export class BadRequest extends ApiError {
  override name = "BadRequest";
}

/** 401: the key is missing, wrong, expired or revoked. */
export class Unauthorized extends ApiError {
  override name = "Unauthorized";
}

/** 403: the key lacks the permission, or the account has too few points. */
export class Forbidden extends ApiError {
  override name = "Forbidden";
}

/** 404: the path does not exist. */
export class NotFound extends ApiError {
  override name = "NotFound";
}

/** 405: the path does not support this method. */
export class MethodNotAllowed extends ApiError {
  override name = "MethodNotAllowed";
}

/** 406: the service offers none of the types in `accept`. */
export class NotAcceptable extends ApiError {
  override name = "NotAcceptable";
}

/** 408: the request's `timeout` passed. */
export class DeadlinePassed extends ApiError {
  override name = "DeadlinePassed";
}

/** 409: a call with the same idempotency key is still in flight. */
export class StillInFlight extends ApiError {
  override name = "StillInFlight";
}

/** 412: the source has no such item, or does not disclose it. */
export class Unavailable extends ApiError {
  override name = "Unavailable";
}

/** 413: the body is too large. */
export class BodyTooLarge extends ApiError {
  override name = "BodyTooLarge";
}

/** 416: the file has no bytes in the requested range. */
export class RangeOutside extends ApiError {
  override name = "RangeOutside";
}

/** 422: the body does not match the schema; `items` lists the fields. */
export class ValidationFailed extends ApiError {
  override name = "ValidationFailed";

  get items(): ValidationItem[] {
    return typeof this.detail === "string" ? [] : this.detail;
  }
}

/**
 * 422: an earlier attempt with this idempotency key succeeded and was charged, and its answer was lost. It cannot be read
 * again, because the call asked to have nothing kept (`retain: "none"`). Call anew to have the records; that is charged.
 */
export class AnswerNotKept extends ApiError {
  override name = "AnswerNotKept";
}

/** 429: a rate window is full for `retryAfter` seconds. */
export class RateLimited extends ApiError {
  override name = "RateLimited";
}

/** 431: the headers are too large. */
export class HeadersTooLarge extends ApiError {
  override name = "HeadersTooLarge";
}

/** 500 and above: a failure of the service or of the source behind it. */
export class ServerFault extends ApiError {
  override name = "ServerFault";
}

/** 503: the service is overloaded or shutting down. Nothing was charged; retry after `retryAfter` seconds. */
export class Overloaded extends ServerFault {
  override name = "Overloaded";
}

const byStatus: Record<number, typeof ApiError> = {
  400: BadRequest,
  401: Unauthorized,
  403: Forbidden,
  404: NotFound,
  405: MethodNotAllowed,
  406: NotAcceptable,
  408: DeadlinePassed,
  409: StillInFlight,
  412: Unavailable,
  413: BodyTooLarge,
  416: RangeOutside,
  422: ValidationFailed,
  429: RateLimited,
  431: HeadersTooLarge,
  503: Overloaded,
};

function detailOf(text: string): Detail | null {
  try {
    const { detail } = JSON.parse(text) as { detail?: Detail };
    return detail ?? null;
  } catch {
    return null;
  }
}

/** `Retry-After` is a number of seconds, or (from a proxy) a date. */
function secondsOf(header: string): number | null {
  if (/^\d+$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}

/** The client's names of what the service calls by its headers. */
const ownNames = { "x-max-cost": "maxCost", "Idempotency-Key": "idempotencyKey", "x-request-id": "requestId" };

const inOwnWords = (text: string): string =>
  Object.entries(ownNames).reduce((words, [header, name]) => words.replaceAll(header, name), text);

const inWords = (detail: Detail): string =>
  typeof detail === "string" ? detail : detail.map(({ loc, msg }) => `${loc.join(".")}: ${msg}`).join("; ");
