"""Reads with the Python client, one JSON line in and one out for each reading (`child-reader.ts`)."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from typing import Any

import winnow_client as w


def short(seconds: float) -> None:
    time.sleep(min(seconds, 0.01))


async def short_async(seconds: float) -> None:
    await asyncio.sleep(min(seconds, 0.01))


def stated(facts: Any) -> dict[str, Any]:
    return {"charged": facts.credits_charged, "replayed": facts.replayed, "warnings": facts.warnings}


def streamed(winnow: w.Winnow, asked: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    stream = winnow.operation(asked["operation"]).stream(asked["request"], **options)
    records = list(stream)
    return {"records": records, **stated(stream.facts)}


def called(winnow: w.Winnow, asked: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    records = winnow.operation(asked["operation"])(asked["request"], **options)
    return {"records": list(records), **stated(records.facts)}


async def streamed_async(asked: dict[str, Any], settings: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    async with w.AsyncWinnow(**settings, wait=short_async) as winnow:
        stream = winnow.operation(asked["operation"]).stream(asked["request"], **options)
        records = [record async for record in stream]
        return {"records": records, **stated(stream.facts)}


def read(asked: dict[str, Any]) -> dict[str, Any]:
    settings = {"url": asked["url"], "key": asked["key"], "timeout": asked["timeout"]}
    options = {"idempotency_key": asked["idempotencyKey"]}
    way, about = asked["way"], asked["id"]
    if way == "stream, async":
        return asyncio.run(streamed_async(asked, settings, options))
    with w.Winnow(**settings, wait=short) as winnow:
        if way == "call":
            return called(winnow, asked, options)
        if way == "stream":
            return streamed(winnow, asked, options)
        if way == "job from its submission":
            return {"records": list(winnow.jobs.submit(asked["operation"], asked["request"], **options).records())}
        if way == "job":
            return {"records": list(winnow.jobs.handle(about).records())}
        if way == "job, one by one":
            return {"records": list(winnow.jobs.handle(about))}
        if way in ("batch", "running batch"):
            return {"records": list(winnow.batches.records(about))}
        if way == "pages of a batch's lines":
            return {"records": list(winnow.jobs.list(batch_id=about))}
        if way == "pages of the history":
            return {"records": list(winnow.token.requests())}
    raise ValueError(way)


for line in sys.stdin:
    try:
        answer = read(json.loads(line))
    except w.WinnowError as error:
        answer = {"error": f"{type(error).__name__}: {error}"}
    print(json.dumps(answer), flush=True)
