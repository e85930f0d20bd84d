# Written by `npm run docs`.
from __future__ import annotations

from .._webhooks import verify_webhook
from .endpoints import WebhooksEndpoints


class Webhooks(WebhooksEndpoints):
    """The account's webhooks and their delivery log."""

    verify = staticmethod(verify_webhook)
    """Returns a delivery's payload after verifying its signature and time."""
