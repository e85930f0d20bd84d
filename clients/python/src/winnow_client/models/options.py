# Written by `npm run docs`.
from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypedDict


class OptionsOfCall(TypedDict, total=False):
    idempotency_key: str
    """Calls with the same key run and are charged once in 24 hours. Defaults to a new key for each call."""
    max_cost: int
    """Refuses a call or a batch (403) that could cost more points than this."""
    retain: Literal["none"]
    """`none` keeps nothing of the request and the response but the time, the operation, the status and the cost. A repeat with the same `Idempotency-Key` is then 422 `result_not_kept`. Not with `Prefer: respond-async` or `x-evidence`."""
    tag: str | Sequence[str]
    """For usage by tag (`GET /token/tags`): up to 3 tags, separated by commas, each of 1 to 40 letters, digits, dots, underscores, colons and dashes, such as team-a."""
    fault: Literal["slow", "wall", "drift", "empty"]
    """With a test key: what goes wrong."""
    request_id: str
    """Your own UUID for the request, as shown in the history."""
    for_picker: bool
    """Marks the values as options for a person to pick from. A lookup at a stand-in is then free."""
    no_cache: bool
    """Calls the site even if a cached response, which would be free, exists."""
    max_age: int
    """Takes your account's own answer to an equal request of at most this many seconds ago, free. By default the site is asked."""
    stale_if_error: int
    """If the site fails, takes an answer that is older by at most this many seconds."""


CALL_HEADERS: dict[str, tuple[str, ...]] = {
    "idempotency_key": ("idempotency-key",),
    "max_cost": ("x-max-cost",),
    "retain": ("x-retain",),
    "tag": ("x-tag",),
    "fault": ("x-fault",),
    "request_id": ("x-request-id",),
    "for_picker": ("x-picker",),
    "no_cache": ("cache-control","no-cache",),
    "max_age": ("cache-control","max-age",),
    "stale_if_error": ("cache-control","stale-if-error",),
}
"""Where each is sent: in a header, or as a directive of one."""


class OptionsOfJob(TypedDict, total=False):
    idempotency_key: str
    """Calls with the same key run and are charged once in 24 hours. Defaults to a new key for each call."""
    partial: Literal["keep"]
    """`keep`: a job that reaches its timeout keeps the records that it has, and is charged for them."""
    webhook_url: str
    """URL that gets a webhook when the job ends, signed with the account's own secret."""
    max_cost: int
    """Refuses a call or a batch (403) that could cost more points than this."""
    tag: str | Sequence[str]
    """For usage by tag (`GET /token/tags`): up to 3 tags, separated by commas, each of 1 to 40 letters, digits, dots, underscores, colons and dashes, such as team-a."""
    fault: Literal["slow", "wall", "drift", "empty"]
    """With a test key: what goes wrong."""
    no_cache: bool
    """Calls the site even if a cached response, which would be free, exists."""
    max_age: int
    """Takes your account's own answer to an equal request of at most this many seconds ago, free. By default the site is asked."""
    stale_if_error: int
    """If the site fails, takes an answer that is older by at most this many seconds."""


JOB_HEADERS: dict[str, tuple[str, ...]] = {
    "idempotency_key": ("idempotency-key",),
    "partial": ("prefer","partial",),
    "webhook_url": ("webhook-url",),
    "max_cost": ("x-max-cost",),
    "tag": ("x-tag",),
    "fault": ("x-fault",),
    "no_cache": ("cache-control","no-cache",),
    "max_age": ("cache-control","max-age",),
    "stale_if_error": ("cache-control","stale-if-error",),
}
"""Where each is sent: in a header, or as a directive of one."""
