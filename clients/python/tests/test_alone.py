"""Tests that need no service."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import unittest
from collections.abc import Iterator
from datetime import date
from unittest.mock import patch

import httpx
import winnow_client as w
from winnow_client._exchange import content_of
from winnow_client._facts import facts_of
from winnow_client._rate_queue import RateQueue

SECRET = "whsec_" + base64.b64encode(b"a secret of 24 bytes....").decode()


class AddressAndKey(unittest.TestCase):
    def test_come_from_the_environment_and_a_missing_one_is_reported(self) -> None:
        with patch.dict(os.environ, {"WINNOW_URL": "http://service.example/", "WINNOW_KEY": "k"}):
            w.Winnow().close()
        with patch.dict(os.environ, clear=True):
            for given, said in [
                ({}, "set WINNOW_URL"),
                ({"url": "http://service.example"}, "set WINNOW_KEY"),
                ({"url": "service.example", "key": "k"}, "must begin with http"),
                ({"url": "http://service.example", "key": "k\n"}, "has invalid characters"),
            ]:
                with self.assertRaisesRegex(w.WinnowError, said):
                    w.Winnow(**given)


class Broken(httpx.SyncByteStream):
    """The first lines of a body, and then the end of the connection: with an error, or hidden by a proxy."""

    def __init__(self, lines: list[str], error: bool) -> None:
        self._lines, self._error = lines, error

    def __iter__(self) -> Iterator[bytes]:
        yield from (f"{line}\n".encode() for line in self._lines)
        if self._error:
            raise httpx.ReadError("cut")


class AResponseThatIsNotComplete(unittest.TestCase):
    def client(self, *answers: httpx.Response) -> tuple[w.Winnow, list[str | None]]:
        left, keys = iter(answers), list[str | None]()

        def answer(request: httpx.Request) -> httpx.Response:
            keys.append(request.headers.get("idempotency-key"))
            return next(left)

        http = httpx.Client(transport=httpx.MockTransport(answer))
        return w.Winnow("http://service.example", "k", http_client=http, wait=lambda _: None), keys

    def test_because_it_does_not_say_how_its_records_ended_is_requested_again_with_its_key_and_then_raised(self) -> None:
        whole = httpx.Response(200, headers={"x-results-end": "count"}, json=[{"id": 1}])
        winnow, keys = self.client(httpx.Response(200, json=[]), whole)
        self.assertEqual(list(winnow.operation("toys")({})), [{"id": 1}])
        self.assertEqual((len(keys), len(set(keys))), (2, 1))
        winnow, _ = self.client(*[httpx.Response(200, json=[]) for _ in range(4)])
        with self.assertRaisesRegex(w.ConnectionFailed, "does not say how it ended"):
            winnow.operation("toys")({})

    def test_because_it_ends_after_its_head_is_requested_again_and_after_a_record_it_is_raised(self) -> None:
        summary = json.dumps({"@type": "WinnowSummary", "credits_charged": 2, "points_left": 1, "results_end": "count",
                              "results_total": None, "resolved": None, "warnings": [], "age": None})

        def stream(*lines: str, error: bool = True) -> httpx.Response:
            headers = {"content-type": "application/x-ndjson"}
            return httpx.Response(200, headers=headers, stream=Broken(list(lines), error))

        record = json.dumps({"id": 1})
        winnow, keys = self.client(stream(), stream(record, summary, error=False))
        self.assertEqual(list(winnow.operation("toys").stream({})), [{"id": 1}])
        self.assertEqual((len(keys), len(set(keys))), (2, 1))
        for error in (True, False):
            winnow, keys = self.client(stream(record, error=error))
            with self.assertRaises(w.ConnectionFailed):
                list(winnow.operation("toys").stream({}))
            self.assertEqual(len(keys), 1)


class ABodyThatDrips(unittest.TestCase):
    def test_ends_at_the_time_limit_of_the_attempt(self) -> None:
        now = [0.0]

        class Dripping(httpx.SyncByteStream):
            def __iter__(self) -> Iterator[bytes]:
                while now[0] < 60:
                    now[0] += 0.4
                    yield b" "

        http = httpx.Client(transport=httpx.MockTransport(lambda _: httpx.Response(200, stream=Dripping())))
        winnow = w.Winnow("http://service.example", "k", http_client=http, max_retries=0)
        with patch("winnow_client._sync.transport.time.monotonic", lambda: now[0]):
            with self.assertRaises(w.TimedOut):
                winnow.operation("toys")({}, timeout=1)
        self.assertLess(now[0], 2)


class StoredRecords(unittest.TestCase):
    def read(self, reads: list[tuple[list[int], int, str | None]], error: bool) -> list[str]:
        """A batch: each read finds these lines, ends after so many records, and states so many as expired."""
        left = iter(reads)

        def answer(_: httpx.Request) -> httpx.Response:
            lines, end, expired = next(left)
            records = [json.dumps({"@line": line, "id": f"{line}{name}"}) for line in lines for name in "abc"]
            headers = {"content-type": "application/x-ndjson", "x-results-count": str(len(records))}
            if expired:
                headers["x-records-expired"] = expired
            return httpx.Response(200, headers=headers, stream=Broken(records[:end], error and end < len(records)))

        client = httpx.Client(transport=httpx.MockTransport(answer))
        winnow = w.Winnow("http://service.example", "k", http_client=client, wait=lambda _: None)
        return [record["id"] for record in winnow.batches.records("b")]

    def test_of_a_running_batch_come_once_each_whatever_the_order_in_which_lines_end(self) -> None:
        reads = [([2, 4, 6], 4, None), ([1, 2, 3, 4, 6], 10, None), ([1, 2, 3, 4, 5, 6, 7], 99, None)]
        for error in (True, False):
            expected = [f"{line}{name}" for line in range(1, 8) for name in "abc"]
            self.assertEqual(sorted(self.read(reads, error)), expected)

    def test_that_expired_in_the_meantime_are_an_error_and_not_left_out(self) -> None:
        with self.assertRaisesRegex(w.WinnowError, "expired while"):
            self.read([([1, 2, 3], 4, None), ([1, 2], 99, "3")], True)

    def test_a_read_that_makes_no_progress_fails_after_the_allowed_retries(self) -> None:
        with self.assertRaisesRegex(w.ConnectionFailed, "1 of 3 records"):
            self.read([([1], 1, None)] * 4, False)


class Webhooks(unittest.TestCase):
    body = '{"type":"job.succeeded"}'

    def headers(self, at: int = 1_700_000_000) -> dict[str, str]:
        key = base64.b64decode(SECRET.removeprefix("whsec_"))
        digest = hmac.new(key, f"msg_1.{at}.{self.body}".encode(), hashlib.sha256).digest()
        signature = f"v1,AAAA v1,{base64.b64encode(digest).decode()}"
        return {"Webhook-Id": "msg_1", "Webhook-Timestamp": str(at), "Webhook-Signature": signature}

    def test_a_signed_delivery_is_verified_but_not_a_modified_or_old_one(self) -> None:
        told = w.verify_webhook(self.body.encode(), self.headers(), SECRET, now=1_700_000_010)
        self.assertEqual(told, {"type": "job.succeeded"})
        for body, headers, now, why in [
            (self.body + " ", self.headers(), 1_700_000_010, "no signature"),
            (self.body, self.headers(), 1_700_000_400, "too old"),
            (self.body, {**self.headers(), "Webhook-Signature": "v1,?"}, 1_700_000_010, "not base64"),
            (self.body, {}, 1_700_000_010, "missing"),
        ]:
            with self.assertRaisesRegex(w.WebhookNotVerified, why):
                w.verify_webhook(body, headers, SECRET, now=now)

    def test_a_delivery_signed_by_the_service_is_verified(self) -> None:
        headers = {name: os.environ[f"SIGNED_{name.upper()}"] for name in ("id", "timestamp", "signature")}
        sent = {f"webhook-{name}": value for name, value in headers.items()}
        self.assertEqual(w.verify_webhook(os.environ["SIGNED_BODY"], sent, os.environ["SIGNED_SECRET"]), {"type": "ping"})


class AFullRateWindow(unittest.TestCase):
    def test_delays_calls_and_hands_out_each_slot_of_the_next_window_once(self) -> None:
        now = [100.0]
        queue = RateQueue(lambda: now[0])
        queue.learn({"ratelimit-policy": '"ten_second";q=2;w=10', "ratelimit": '"ten_second";r=1;t=4'})
        self.assertIsNone(queue.full())
        queue.enter()
        full = queue.full()
        assert full is not None
        self.assertTrue(4 <= queue.delay_until(full) <= 4.5)
        now[0] = 104.0
        queue.woke(full, full.resets_at)
        for _ in range(2):
            self.assertIsNone(queue.full())
            queue.enter()
        self.assertIsNotNone(queue.full())


class AClosedClient(unittest.TestCase):
    def test_reports_that_it_was_closed(self) -> None:
        winnow = w.Winnow("http://127.0.0.1:9", "k")
        winnow.close()
        with self.assertRaisesRegex(w.WinnowError, "the client was closed"):
            winnow.token.statistic()


class RequestsAndResponses(unittest.TestCase):
    def test_dates_are_sent_as_text_and_text_is_unchanged(self) -> None:
        self.assertEqual(content_of({"a": date(2026, 12, 24), "b": "ноутбук"}).decode(), '{"a": "2026-12-24", "b": "ноутбук"}')
        with self.assertRaisesRegex(TypeError, "cannot hold a set"):
            content_of({"a": {1}})
        with self.assertRaises(ValueError):
            content_of({"a": float("nan")})

    def test_a_response_without_our_headers_has_no_facts(self) -> None:
        self.assertEqual(facts_of({}), w.Facts())
