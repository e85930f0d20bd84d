from __future__ import annotations

from .._webhooks import verify_webhook
from .endpoints import AsyncWebhooksEndpoints


class AsyncWebhooks(AsyncWebhooksEndpoints):
    """The account's webhooks, and the log of what they were told."""

    verify = staticmethod(verify_webhook)
    """What a delivery says, once its signature and time are verified."""
