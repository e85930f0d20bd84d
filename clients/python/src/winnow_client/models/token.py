# Written by `npm run docs`.
from __future__ import annotations

from typing import Literal, TypedDict

class User(TypedDict):
    id: str
    front_id: str
    login: str
    role: UserRole
    email: str
    name: str
    created_at: str | None
    modified_at: str | None
    last_login_at: str | None
    email_verified: bool


UserRole = Literal["member", "admin"]


class TokenStatistic(TypedDict):
    id: str
    user: User
    is_primary: bool
    points: int
    """Points left on the account; the same for all its keys."""
    plan: str
    usage_context: TokenStatisticUsageContext
    expires_at: str | None
    created_at: str | None
    last_used_at: str | None
    ten_second_limit: int
    minutely_limit: int
    hourly_limit: int
    daily_limit: int
    monthly_limit: int
    ten_second_usage: int
    minutely_usage: int
    hourly_usage: int
    daily_usage: int
    monthly_usage: int
    is_recommended: bool


TokenStatisticUsageContext = Literal["standard", "mcp_only"]


class RequestRow(TypedDict):
    id: str
    endpoint: str
    cost: int
    is_paid: bool
    plan: str
    points_left: int | None
    started_at: str | None
    duration: float | None
    """Seconds."""
    response_status_code: int | None
    response_error_text: str | None
    response_count: int | None
    timeout: int
    results_end: RequestRowResultsEnd
    """Why there were no more records."""
    results_total: int | None
    """How many results the site says it has."""
    resolved: dict[str, str | float] | None
    """How a text in the request was understood."""
    warnings: list[str]
    """Warning codes."""
    age: int | None
    """Age of a cached result in seconds."""


RequestRowResultsEnd = Literal["count", "exhausted", "source-limit", None]
