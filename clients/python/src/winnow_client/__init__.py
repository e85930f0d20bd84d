"""The typed client of a Winnow service, sync and async."""

from ._async.client import AsyncWinnow
from ._async.job_handle import AsyncJobHandle
from ._async.operation import AsyncOperation
from ._async.stream import AsyncRecordStream
from ._errors import (
    AnswerNotKept,
    ApiError,
    BadRequest,
    BodyTooLarge,
    ConnectionFailed,
    DeadlinePassed,
    Forbidden,
    HeadersTooLarge,
    MethodNotAllowed,
    NotAcceptable,
    NotFound,
    Overloaded,
    RangeOutside,
    RateLimited,
    ServerFault,
    StillInFlight,
    TimedOut,
    Unauthorized,
    Unavailable,
    UnexpectedAnswer,
    ValidationFailed,
    ValidationItem,
    WinnowError,
)
from ._exchange import CallOptions, Transfer
from ._facts import Facts, Records, Window
from ._retrying import Retry
from ._sync.client import Winnow
from ._sync.job_handle import JobHandle
from ._sync.operation import Operation
from ._sync.stream import RecordStream
from ._version import VERSION as __version__
from ._webhooks import WebhookNotVerified, verify_webhook

__all__ = [
    "AnswerNotKept",
    "ApiError",
    "AsyncJobHandle",
    "AsyncOperation",
    "AsyncRecordStream",
    "AsyncWinnow",
    "BadRequest",
    "BodyTooLarge",
    "CallOptions",
    "ConnectionFailed",
    "DeadlinePassed",
    "Facts",
    "Forbidden",
    "HeadersTooLarge",
    "JobHandle",
    "MethodNotAllowed",
    "NotAcceptable",
    "NotFound",
    "Operation",
    "Overloaded",
    "RangeOutside",
    "RateLimited",
    "RecordStream",
    "Records",
    "Retry",
    "ServerFault",
    "StillInFlight",
    "TimedOut",
    "Transfer",
    "Unauthorized",
    "Unavailable",
    "UnexpectedAnswer",
    "ValidationFailed",
    "ValidationItem",
    "WebhookNotVerified",
    "Window",
    "Winnow",
    "WinnowError",
    "__version__",
    "verify_webhook",
]
