from __future__ import annotations

import unittest

from support import THINGS, Client

import winnow_client as w


class Jobs(unittest.TestCase):
    def test_a_job_gives_its_records_and_raises_what_the_call_would_have_raised(self) -> None:
        winnow = Client().winnow
        job = winnow.jobs.submit(THINGS, {"shelf": "top", "count": 3})
        records = job.records()
        self.assertEqual([record["id"] for record in records], ["0", "1", "2"])
        self.assertEqual((records.facts.credits_charged, records.facts.request_id), (3, job.id))
        self.assertEqual([record["id"] for record in winnow.jobs.handle(job.id)], ["0", "1", "2"])
        self.assertEqual(job.status()["status"], "succeeded")
        failing = winnow.jobs.submit(THINGS, {"shelf": "none", "count": 1})
        with self.assertRaises(w.Unavailable):
            failing.records()
        self.assertEqual([listed["id"] for listed in winnow.jobs.list(status="failed")], [failing.id])

    def test_the_same_idempotency_key_gives_the_same_job(self) -> None:
        winnow = Client().winnow
        jobs = [winnow.jobs.submit(THINGS, {"shelf": "top", "count": 3}, idempotency_key="once") for _ in range(2)]
        self.assertEqual(jobs[0].id, jobs[1].id)

    def test_a_batch_is_priced_submitted_waited_for_and_read_with_its_lines(self) -> None:
        batches = Client().winnow.batches
        requests = [{"shelf": "top", "count": 1}, {"shelf": "none", "count": 1}]
        self.assertEqual(batches.price(THINGS, requests), {"total": 2, "cost_at_most": 6})
        with self.assertRaises(w.Forbidden):
            batches.submit(THINGS, requests, max_cost=5)
        batch = batches.submit(THINGS, requests, max_cost=6)
        self.assertEqual(batches.ended(batch["id"])["charged"], 3)
        self.assertEqual([failure["line"] for failure in batches.failures(batch["id"])], [2])
        self.assertEqual([(record["@line"], record["id"]) for record in batches.records(batch["id"])], [(1, "0")])
        self.assertEqual([listed["id"] for listed in batches.list()], [batch["id"]])
