from __future__ import annotations

import json
import os
import unittest
from collections.abc import Callable
from typing import Any

import httpx
from support import THINGS, Client, lost

import winnow_client as w

REQUEST = {"shelf": "top", "count": 2}
DUE = {"name": "things", "cron": "0 0 1 1 *"}
HOOK = "http://hook.invalid/hook"
STORAGE = {"name": "lake", "endpoint": "http://s3.invalid", "bucket": "lake", "access_key_id": "K", "secret_access_key": "S"}

NEEDED: dict[str, Callable[[w.Winnow], str]] = {
    "nothing": lambda _: "",
    "job": lambda winnow: winnow.jobs.get(winnow.jobs.submit(THINGS, REQUEST).id, wait=20)["id"],
    "batch": lambda winnow: winnow.batches.ended(winnow.batches.submit(THINGS, [REQUEST])["id"])["id"],
    "schedule": lambda winnow: winnow.schedules.create(THINGS, REQUEST, **DUE)["id"],
    "webhook": lambda winnow: winnow.webhooks.create(HOOK)["id"],
    "link": lambda winnow: winnow.links.of_job(winnow.jobs.submit(THINGS, REQUEST).id)["id"],
    "destination": lambda winnow: winnow.destinations.create(**STORAGE)["id"],
    "delivery": lambda winnow: winnow.webhooks.test(winnow.webhooks.create(HOOK)["id"])["id"],
}
"""Creates what the call needs beforehand and returns its id."""

CALLS: dict[str, tuple[str, Callable[[w.Winnow, str], Any]]] = {
    "jobs.cancel": ("job", lambda winnow, of: winnow.jobs.cancel(of)),
    "links.of_job": ("job", lambda winnow, of: winnow.links.of_job(of)),
    "links.of_batch": ("batch", lambda winnow, of: winnow.links.of_batch(of)),
    "links.of_schedule": ("schedule", lambda winnow, of: winnow.links.of_schedule(of)),
    "links.remove": ("link", lambda winnow, of: winnow.links.remove(of)),
    "batches.submit": ("nothing", lambda winnow, _: winnow.batches.submit(THINGS, [REQUEST, REQUEST])),
    "batches.price": ("nothing", lambda winnow, _: winnow.batches.price(THINGS, [REQUEST])),
    "batches.cancel": ("batch", lambda winnow, of: winnow.batches.cancel(of)),
    "batches.pause": ("batch", lambda winnow, of: winnow.batches.pause(of)),
    "batches.resume": ("batch", lambda winnow, of: winnow.batches.resume(of)),
    "batches.retry": ("batch", lambda winnow, of: winnow.batches.retry(of)),
    "destinations.create": ("nothing", lambda winnow, _: winnow.destinations.create(**STORAGE)),
    "destinations.remove": ("destination", lambda winnow, of: winnow.destinations.remove(of)),
    "destinations.test": ("destination", lambda winnow, of: winnow.destinations.test(of)),
    "webhooks.create": ("nothing", lambda winnow, _: winnow.webhooks.create(HOOK)),
    "webhooks.change": ("webhook", lambda winnow, of: winnow.webhooks.change(of, ["job.failed"])),
    "webhooks.replay": ("delivery", lambda winnow, of: winnow.webhooks.replay(of)),
    "webhooks.remove": ("webhook", lambda winnow, of: winnow.webhooks.remove(of)),
    "webhooks.enable": ("webhook", lambda winnow, of: winnow.webhooks.enable(of)),
    "webhooks.test": ("webhook", lambda winnow, of: winnow.webhooks.test(of)),
    "webhooks.rotate": ("webhook", lambda winnow, of: winnow.webhooks.rotate(of)),
    "schedules.create": ("nothing", lambda winnow, _: winnow.schedules.create(THINGS, REQUEST, **DUE)),
    "schedules.preview": ("nothing", lambda winnow, _: winnow.schedules.preview(THINGS, REQUEST, **DUE)),
    "schedules.change": ("schedule", lambda winnow, of: winnow.schedules.change(of, name="other things")),
    "schedules.remove": ("schedule", lambda winnow, of: winnow.schedules.remove(of)),
    "schedules.pause": ("schedule", lambda winnow, of: winnow.schedules.pause(of)),
    "schedules.resume": ("schedule", lambda winnow, of: winnow.schedules.resume(of)),
    "schedules.run": ("schedule", lambda winnow, of: winnow.schedules.run(of)),
    "schedules.rotate_feed": ("schedule", lambda winnow, of: winnow.schedules.rotate_feed(of)),
}


def sent(request: httpx.Request) -> tuple[str, str, str | None, bytes]:
    return request.method, str(request.url), request.headers.get("idempotency-key"), request.content


class ACallWhoseResponseIsLost(unittest.TestCase):
    def test_is_sent_again_as_it_was_with_a_key_where_its_endpoint_needs_one(self) -> None:
        """`client/test/lost-answers.test.ts` shows for each endpoint that this has the effect and the cost of one call."""
        retries = json.loads(os.environ["RETRIES"])
        self.assertEqual(sorted(CALLS), sorted(retries))
        for name, (needed, call) in CALLS.items():
            with self.subTest(name):
                client = Client()
                about = NEEDED[needed](client.winnow)
                client.way.faults = [lost]
                call(client.winnow, about)
                first, second = map(sent, client.way.seen[-2:])
                self.assertEqual((client.way.faults, first), ([], second))
                self.assertEqual(first[2] is not None, retries[name] == "idempotency-key")
