"""Verifies webhook deliveries (Standard Webhooks)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import cast

from ._errors import WinnowError
from .models.endpoints import WebhookPayload


class WebhookNotVerified(WinnowError):
    """The delivery does not come from the service. Do not act on it."""


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secret: str,
    *,
    tolerance_seconds: float = 300,
    now: float | None = None,
) -> WebhookPayload:
    """Returns a delivery's payload after verifying its signature and time. `body` is the raw body as received."""
    named = {name.lower(): value for name, value in headers.items()}
    sent = [named.get(name) for name in ("webhook-id", "webhook-timestamp", "webhook-signature")]
    if not all(sent):
        raise WebhookNotVerified("a webhook header is missing")
    message_id, at, signatures = (value or "" for value in sent)
    moment = time.time() if now is None else now
    if not (at.isascii() and at.isdigit() and len(at) <= 12) or abs(moment - int(at)) > tolerance_seconds:
        raise WebhookNotVerified("the delivery is too old, or this machine's clock is wrong")
    raw = body.encode() if isinstance(body, str) else body
    signed = f"{message_id}.{at}.".encode() + raw
    expected = hmac.new(_bytes_of(secret.removeprefix("whsec_")), signed, hashlib.sha256).digest()
    for signature in signatures.split(" "):
        version, _, value = signature.partition(",")
        if version == "v1" and hmac.compare_digest(_bytes_of(value), expected):
            return cast(WebhookPayload, json.loads(raw))
    raise WebhookNotVerified("no signature of the delivery matches the secret")


def _bytes_of(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise WebhookNotVerified("the secret or a signature is not base64") from error
