# Written by `npm run docs`.
from __future__ import annotations

from .._webhooks import verify_webhook
from .endpoints import WebhooksEndpoints


class Webhooks(WebhooksEndpoints):
    """The account's webhooks, and the log of what they were told."""

    verify = staticmethod(verify_webhook)
    """What a delivery says, once its signature and time are verified."""
