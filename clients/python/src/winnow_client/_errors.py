"""What the client raises: a class per status."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Any, NotRequired, TypedDict, cast

from .models.errors import ADVICE, ErrorCode


class ValidationItem(TypedDict):
    """One entry of a 422: which field, and what is wrong with it."""

    type: str
    loc: list[str | int]
    msg: str
    input: NotRequired[Any]
    ctx: NotRequired[dict[str, Any]]


class WinnowError(Exception):
    """Whatever this client raises by itself."""


class ConnectionFailed(WinnowError):
    """No whole answer came: refused, cut short, or later than the request's own timeout allows."""


class TimedOut(ConnectionFailed):
    """No answer came within the time limit of the call."""


class UnexpectedAnswer(WinnowError):
    """The address answered with something else than the service does, such as a web page."""


class ApiError(WinnowError):
    """The service answered with an error: there is a class for each status."""

    def __init__(
        self,
        status: int,
        *,
        code: ErrorCode | None,
        detail: str | list[ValidationItem],
        request_id: str | None,
        retry_after: float | None = None,
        hint: str | None = None,
    ) -> None:
        super().__init__(_in_words(detail))
        self.status = status
        self.code: ErrorCode | None = code
        """Which row of the error catalogue; None where the answer came from something in between, such as a proxy."""
        self.detail = detail
        self.request_id = request_id
        self.retry_after = retry_after
        """Seconds of `Retry-After`."""
        self.hint = hint
        """The `x-hint` of the answer: where the value of a field is found."""

    @property
    def advice(self) -> str | None:
        """What to do about it."""
        return self.hint or (None if self.code is None else ADVICE.get(self.code))


class BadRequest(ApiError):
    """400: the body fits the schema, but is incomplete or cannot be understood."""


class Unauthorized(ApiError):
    """401: the key is missing, wrong, expired or revoked."""


class Forbidden(ApiError):
    """403: the key may not do this, or the points do not suffice."""


class NotFound(ApiError):
    """404: there is no such path."""


class MethodNotAllowed(ApiError):
    """405: the path has another method."""


class NotAcceptable(ApiError):
    """406: none of the types in `accept` is offered."""


class DeadlinePassed(ApiError):
    """408: the request's `timeout` passed."""


class StillInFlight(ApiError):
    """409: a call with the same idempotency key is still in flight."""


class Unavailable(ApiError):
    """412: the source has no such thing, or does not give it."""


class BodyTooLarge(ApiError):
    """413: the body is too large."""


class ValidationFailed(ApiError):
    """422: the body does not match the schema; `items` say where."""

    @property
    def items(self) -> list[ValidationItem]:
        return [] if isinstance(self.detail, str) else self.detail


class RateLimited(ApiError):
    """429: a rate window is full for `retry_after` seconds."""


class HeadersTooLarge(ApiError):
    """431: the headers are too large."""


class ServerFault(ApiError):
    """500 and above: the service, or the source behind it, is at fault."""


class Overloaded(ServerFault):
    """503: it has too much to do, or is stopping; nothing was charged, and `retry_after` says when to ask again."""


_BY_STATUS: dict[int, type[ApiError]] = {
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
    422: ValidationFailed,
    429: RateLimited,
    431: HeadersTooLarge,
    503: Overloaded,
}


def api_error(
    status: int,
    *,
    code: str | None,
    detail: str | list[ValidationItem],
    request_id: str | None,
    retry_after: float | None = None,
    hint: str | None = None,
) -> ApiError:
    kind = _BY_STATUS.get(status, ServerFault if status >= 500 else ApiError)
    known = cast("ErrorCode | None", code)
    return kind(status, code=known, detail=detail, request_id=request_id, retry_after=retry_after, hint=hint)


def error_of(status: int, reason: str, headers: Mapping[str, str], body: bytes) -> ApiError:
    """The error of an answer that is not the one hoped for."""
    return api_error(
        status,
        code=headers.get("x-error-code"),
        detail=_detail_of(body) or f"{status} {reason}".strip(),
        request_id=headers.get("x-request-id"),
        retry_after=_seconds_of(headers.get("retry-after")),
        hint=headers.get("x-hint"),
    )


def _detail_of(body: bytes) -> str | list[ValidationItem] | None:
    try:
        answer = json.loads(body)
    except ValueError:
        return None
    return cast("dict[str, Any]", answer).get("detail") if isinstance(answer, dict) else None


def _seconds_of(header: str | None) -> float | None:
    """`Retry-After` is a number of seconds, or (from a proxy) a date."""
    if header is None:
        return None
    if header.isascii() and header.isdigit():
        return float(header)
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - time.time())
    except ValueError:
        return None


def _in_words(detail: str | list[ValidationItem]) -> str:
    if isinstance(detail, str):
        return detail
    return "; ".join(f"{'.'.join(map(str, item['loc']))}: {item['msg']}" for item in detail)
