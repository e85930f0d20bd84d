from __future__ import annotations

import os
import time
import unittest
from collections.abc import Callable
from typing import Any

from support import THINGS, Client, lost

import winnow_client as w

REQUEST = {"shelf": "top", "count": 2}
DUE = {"name": "things", "cron": "0 0 1 1 *"}
HOOK = "http://hook.invalid/hook"
STORAGE = {"name": "lake", "endpoint": "http://s3.invalid", "bucket": "lake", "access_key_id": "K", "secret_access_key": "S"}

NEEDED: dict[str, Callable[[w.Winnow], str]] = {
    "nothing": lambda _: "",
    "job": lambda winnow: winnow.jobs.submit(THINGS, REQUEST).id,
    "batch": lambda winnow: winnow.batches.submit(THINGS, [REQUEST])["id"],
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
    "webhooks.create": ("nothing", lambda winnow, _: winnow.webhooks.create(HOOK)),
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


def outcome(winnow: w.Winnow) -> tuple[int, ...]:
    """What the account owns and has paid once nothing is running."""
    running = [*winnow.jobs.list(), *(item for one in winnow.batches.list() for item in winnow.jobs.list(batch_id=one["id"]))]
    for job in running:
        if job["ended_at"] is None:
            winnow.jobs.get(job["id"], wait=20)
    for batch in winnow.batches.list():
        while winnow.batches.get(batch["id"])["status"] == "running":
            time.sleep(0.2)
    webhooks, batches = winnow.webhooks, winnow.batches.list()
    counts = map(len, (list(winnow.jobs.list()), list(batches), list(winnow.schedules.list()), list(webhooks.list())))
    return (*counts, len(list(webhooks.deliveries())), len(list(winnow.links.list())), len(winnow.destinations.list()), winnow.token.statistic()[0]["points"])


class ACallWhoseResponseIsLost(unittest.TestCase):
    def test_every_writing_method_is_covered_here(self) -> None:
        self.assertEqual(sorted(CALLS), sorted(os.environ["WRITING_METHODS"].split(",")))

    def test_has_the_same_effect_and_cost(self) -> None:
        for name, (needed, call) in CALLS.items():
            with self.subTest(name):
                outcomes: list[tuple[int, ...]] = []
                for fault in (None, lost):
                    client = Client()
                    about = NEEDED[needed](client.winnow)
                    # Waits for the work to end, so that the call meets the same state in both rounds.
                    outcome(client.winnow)
                    client.way.faults = [] if fault is None else [fault]
                    call(client.winnow, about)
                    self.assertEqual(client.way.faults, [])
                    outcomes.append(outcome(client.winnow))
                self.assertEqual(outcomes[0], outcomes[1])
