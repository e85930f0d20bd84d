"""Builds requests and reads responses: shared by sync and async."""

from __future__ import annotations

import json
import os
import platform
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, TypedDict, cast
from urllib.parse import quote, urlencode

import httpx

from ._errors import ConnectionFailed, TimedOut, UnexpectedAnswer, WinnowError, error_of
from ._retrying import Retry
from ._version import VERSION
from .models.options import CALL_HEADERS, OptionsOfCall, OptionsOfJob

MARGIN_SECONDS = 15.0
"""Allowance for network latency."""

DEFAULT_TIMEOUT = 300.0
"""The service's default `timeout`."""

NDJSON = "application/x-ndjson"
USER_AGENT = f"winnow-python/{VERSION} python/{platform.python_version()} httpx/{httpx.__version__}"


class Transfer(TypedDict, total=False):
    """How a call is sent."""

    max_retries: int
    """How often a failed attempt is retried; by default the client's setting."""
    timeout: float
    """Seconds per attempt, to the last byte; in a stream, per wait for bytes. By default the service's own limit plus 15."""
    headers: Mapping[str, str]
    on_retry: Callable[[Retry], None]
    """Called before each wait for a retry."""


class CallOptions(Transfer, OptionsOfCall, total=False):
    """Options of one call besides its request."""


class SubmitOptions(Transfer, OptionsOfJob, total=False):
    """Options of a job besides its request."""


@dataclass(frozen=True)
class Exchange:
    method: str
    path: str
    timeout: float
    """Seconds the service itself may take."""
    headers: dict[str, str] = field(default_factory=dict[str, str])
    content: bytes | None = None
    options: Transfer = field(default_factory=lambda: Transfer())


@dataclass(frozen=True)
class Settings:
    url: str
    key: str
    max_retries: int
    max_retry_after: float
    timeout: float | None
    headers: Mapping[str, str]
    on_retry: Callable[[Retry], None] | None

    def attempt_seconds(self, exchange: Exchange) -> float:
        return exchange.options.get("timeout") or self.timeout or exchange.timeout + MARGIN_SECONDS

    def headers_of(self, exchange: Exchange) -> dict[str, str]:
        return {
            "user-agent": USER_AGENT,
            "accept": "application/json",
            **self.headers,
            **exchange.headers,
            **exchange.options.get("headers", {}),
            "access-token": self.key,
        }


def address_and_key(url: str | None, key: str | None) -> tuple[str, str]:
    """As given or from the environment. The error explains what to do if one is missing or malformed."""
    url = url or os.environ.get("WINNOW_URL")
    key = key or os.environ.get("WINNOW_KEY")
    if not url:
        raise WinnowError("There is no address: pass url=, such as http://127.0.0.1:8080, or set WINNOW_URL.")
    if not key:
        raise WinnowError("There is no key: pass key=, or set WINNOW_KEY.")
    if not url.startswith(("http://", "https://")):
        raise WinnowError(f"The address must begin with http:// or https://: {url}")
    if not (key.isascii() and key.isprintable() and " " not in key):
        raise WinnowError("The key has invalid characters. Check that it is complete and has no quotes or line breaks.")
    return url.rstrip("/"), key


def path_of(operation: str) -> str:
    """The path of an operation, from its path or name."""
    return f"/api/{operation.removeprefix('/').removeprefix('api/')}"


def new_key() -> str:
    return str(uuid.uuid4())


def headers_with(options: Mapping[str, Any], places: Mapping[str, tuple[str, ...]], own: Mapping[str, str]) -> dict[str, str]:
    """Adds the headers that carry the options of a call, or of a job."""
    headers = {name: [text] for name, text in own.items()}
    for name, (header, *directives) in places.items():
        value = options.get(name)
        if value is None or value is False or value == "":
            continue
        text = "true" if value is True else ",".join(cast("list[str]", value)) if isinstance(value, (list, tuple)) else str(value)
        for directive in directives:
            text = directive if value is True else f"{directive}={text}"
        headers.setdefault(header, []).append(text)
    return {header: ", ".join(texts) for header, texts in headers.items()}


def call_of(
    path: str,
    request: Any,
    options: CallOptions | SubmitOptions,
    headers: Mapping[str, str] | None = None,
    places: Mapping[str, tuple[str, ...]] = CALL_HEADERS,
) -> Exchange:
    """All attempts of a call share one idempotency key, so it is charged once whichever attempt succeeds."""
    unknown = set(options) - Transfer.__optional_keys__ - set(places)
    if unknown:
        raise TypeError(f"unknown option: {', '.join(sorted(unknown))}; fields of the request go into the request")
    timeout = request.get("timeout")
    key = {} if options.get("idempotency_key") else {"idempotency-key": new_key()}
    own = headers_with(options, places, {"content-type": "application/json", **key, **(headers or {})})
    seconds = float(timeout) if isinstance(timeout, (int, float)) else DEFAULT_TIMEOUT
    return Exchange("POST", path, seconds, own, content_of(request), options)


RetrySafety = Literal["safe", "idempotency-key"]
"""How to retry if no response arrived: freely, or with the same idempotency key."""

ENDPOINT_SECONDS = 120.0


def part(text: str) -> str:
    """Encodes a path segment."""
    return quote(text, safe="")


class NotGiven:
    """The type of `NOT_GIVEN`, the default of arguments where None has a meaning of its own."""

    def __repr__(self) -> str:
        return "NOT_GIVEN"


NOT_GIVEN = NotGiven()


def endpoint_exchange(
    method: str,
    path: str,
    query: Mapping[str, Any] | None,
    body: Mapping[str, Any] | None,
    retry: RetrySafety,
    idempotency_key: str | None,
    options: Transfer,
    nullable: Mapping[str, Any] | None = None,
) -> Exchange:
    """A call to an endpoint. None is left out, but for fields of the body that may be null: those are sent unless they are not given."""
    unknown = set(options) - Transfer.__optional_keys__
    if unknown:
        raise TypeError(f"unknown option: {', '.join(sorted(unknown))}")
    asked = {name: _query_text(value) for name, value in (query or {}).items() if value is not None}
    filled = {name: value for name, value in (body or {}).items() if value is not None}
    cleared = {name: value for name, value in (nullable or {}).items() if value is not NOT_GIVEN}
    sent = None if body is None and nullable is None else {**filled, **cleared}
    headers = {
        **({"content-type": "application/json"} if sent is not None else {}),
        **({"idempotency-key": idempotency_key or new_key()} if retry == "idempotency-key" else {}),
    }
    address = f"{path}?{urlencode(asked)}" if asked else path
    return Exchange(method, address, ENDPOINT_SECONDS, headers, None if sent is None else content_of(sent), options)


def _query_text(value: Any) -> str:
    """A time without a zone is in the machine's time zone."""
    return value.astimezone().isoformat() if isinstance(value, datetime) else str(value)


def content_of(request: Any) -> bytes:
    return json.dumps(request, ensure_ascii=False, allow_nan=False, default=_as_text).encode()


def _as_text(value: Any) -> str:
    """Sends dates as ISO text. Other types are an error."""
    if hasattr(value, "isoformat"):
        return str(value.isoformat())
    raise TypeError(f"a request cannot hold a {type(value).__name__}")


def refuse(response: httpx.Response) -> None:
    """Raises if the response is an error."""
    if not response.is_success:
        raise error_of(response.status_code, response.reason_phrase, response.headers, response.content)


def json_of(response: httpx.Response) -> Any:
    if "json" not in response.headers.get("content-type", ""):
        raise unexpected(response, response.text)
    try:
        return response.json()
    except ValueError as error:
        raise ConnectionFailed(f"no complete response: {error}") from error


def refuse_unended(exchange: Exchange, body: Any, headers: Mapping[str, str]) -> None:
    """A 200 of an operation says why there are no more records. Without that it was not sent by the service as it arrived."""
    if exchange.path.startswith("/api/") and isinstance(body, list) and "x-results-end" not in headers:
        raise ConnectionFailed("the response does not say how it ended")


def unexpected(response: httpx.Response, text: str = "") -> UnexpectedAnswer:
    kind = response.headers.get("content-type", "no content type")
    start = " ".join(text.split())[:80]
    return UnexpectedAnswer(
        f"{response.url} answered {response.status_code} with {kind}, which is not what a Winnow service answers"
        f"{f' ({start!r})' if start else ''}: check the address."
    )


def connection_error(error: Exception) -> ConnectionFailed:
    if isinstance(error, httpx.TimeoutException):
        return TimedOut("no answer in time")
    return ConnectionFailed(f"no complete response: {error}")
