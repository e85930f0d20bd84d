"""The client's errors: one class per status."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Any, NotRequired, TypedDict, cast

from .models.errors import ADVICE, ErrorCode


class ValidationItem(TypedDict):
    """One error of a 422: the field, and what is wrong with it."""

    type: str
    loc: list[str | int]
    msg: str
    input: NotRequired[Any]
    ctx: NotRequired[dict[str, Any]]


class WinnowError(Exception):
    """The base class of all errors that this client raises."""


class ConnectionFailed(WinnowError):
    """No complete response arrived: the connection was refused, cut short, or exceeded the request's timeout."""


class TimedOut(ConnectionFailed):
    """No response arrived within the call's time limit."""


class UnexpectedAnswer(WinnowError):
    """The address returned something other than a Winnow response, such as a web page. Check the address."""


_BY_STATUS: dict[int, type[ApiError]] = {}


class ApiError(WinnowError):
    """The service returned an error. Each status has its own class."""

    def __init_subclass__(cls, status: int | None = None) -> None:
        if status is not None:
            _BY_STATUS[status] = cls

    def __init__(
        self,
        status: int,
        *,
        code: str | None,
        detail: str | list[ValidationItem],
        request_id: str | None,
        retry_after: float | None = None,
        hint: str | None = None,
    ) -> None:
        super().__init__(_in_own_words(_in_words(detail)))
        self.status = status
        self.code: ErrorCode | None = cast("ErrorCode | None", code)
        """The code in the error catalogue; None if the response came from an intermediary, such as a proxy."""
        self.detail = detail
        self.request_id = request_id
        self.retry_after = retry_after
        """Seconds of `Retry-After`."""
        self.hint = hint
        """The response's `x-hint`: where to find the value of a field."""

    @property
    def advice(self) -> str | None:
        """What to do about it."""
        return self.hint or (None if self.code is None else _in_own_words(ADVICE.get(self.code, "")) or None)


class BadRequest(ApiError, status=400):
    """400: the body matches the schema, but is incomplete or cannot be interpreted."""


class Unauthorized(ApiError, status=401):
    """401: the key is missing, wrong, expired or revoked."""


class Forbidden(ApiError, status=403):
    """403: the key lacks the permission, or the account has too few points."""


class NotFound(ApiError, status=404):
    """404: the path does not exist."""


class MethodNotAllowed(ApiError, status=405):
    """405: the path does not support this method."""


class NotAcceptable(ApiError, status=406):
    """406: the service offers none of the types in `accept`."""


class DeadlinePassed(ApiError, status=408):
    """408: the request's `timeout` passed."""


class StillInFlight(ApiError, status=409):
    """409: a call with the same idempotency key is still in flight."""


class Unavailable(ApiError, status=412):
    """412: the source has no such item, or does not disclose it."""


class BodyTooLarge(ApiError, status=413):
    """413: the body is too large."""


class RangeOutside(ApiError, status=416):
    """416: the file has no bytes in the requested range."""


class ValidationFailed(ApiError, status=422):
    """422: the body does not match the schema; `items` lists the fields."""

    @property
    def items(self) -> list[ValidationItem]:
        return [] if isinstance(self.detail, str) else self.detail


class AnswerNotKept(ApiError):
    """422: an earlier attempt with this idempotency key succeeded and was charged, and its answer was lost.

    It cannot be read again, because the call asked to have nothing kept (`retain="none"`). Call anew to have the records; that is charged.
    """


class RateLimited(ApiError, status=429):
    """429: a rate window is full for `retry_after` seconds."""


class HeadersTooLarge(ApiError, status=431):
    """431: the headers are too large."""


class ServerFault(ApiError):
    """500 and above: a failure of the service or of the source behind it."""


class Overloaded(ServerFault, status=503):
    """503: the service is overloaded or shutting down. Nothing was charged; retry after `retry_after` seconds."""


def error_class(status: int) -> type[ApiError]:
    return _BY_STATUS.get(status, ServerFault if status >= 500 else ApiError)


def error_of(status: int, reason: str, headers: Mapping[str, str], body: bytes) -> ApiError:
    """Turns an unsuccessful response into an error."""
    code = headers.get("x-error-code")
    kind = AnswerNotKept if code == "result_not_kept" else error_class(status)
    return kind(
        status,
        code=code,
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


_OWN_NAMES = {"x-max-cost": "max_cost", "Idempotency-Key": "idempotency_key", "x-request-id": "request_id"}
"""The client's names of what the service calls by its headers."""


def _in_own_words(text: str) -> str:
    for header, name in _OWN_NAMES.items():
        text = text.replace(header, name)
    return text


def _in_words(detail: str | list[ValidationItem]) -> str:
    if isinstance(detail, str):
        return detail
    return "; ".join(f"{'.'.join(map(str, item['loc']))}: {item['msg']}" for item in detail)
