"""The typed client of a Winnow service, sync and async. `as` marks the names that it offers to others."""

from ._async.client import AsyncWinnow as AsyncWinnow
from ._async.job_handle import AsyncJobHandle as AsyncJobHandle
from ._async.operation import AsyncOperation as AsyncOperation
from ._async.stream import AsyncRecordStream as AsyncRecordStream
from ._errors import (
    AnswerNotKept as AnswerNotKept,
    ApiError as ApiError,
    BadRequest as BadRequest,
    BodyTooLarge as BodyTooLarge,
    ConnectionFailed as ConnectionFailed,
    DeadlinePassed as DeadlinePassed,
    Forbidden as Forbidden,
    HeadersTooLarge as HeadersTooLarge,
    MethodNotAllowed as MethodNotAllowed,
    NotAcceptable as NotAcceptable,
    NotFound as NotFound,
    Overloaded as Overloaded,
    RangeOutside as RangeOutside,
    RateLimited as RateLimited,
    ServerFault as ServerFault,
    StillInFlight as StillInFlight,
    TimedOut as TimedOut,
    Unauthorized as Unauthorized,
    Unavailable as Unavailable,
    UnexpectedAnswer as UnexpectedAnswer,
    ValidationFailed as ValidationFailed,
    ValidationItem as ValidationItem,
    WinnowError as WinnowError,
)
from ._exchange import CallOptions as CallOptions, Transfer as Transfer
from ._facts import Facts as Facts, Records as Records, Window as Window
from ._retrying import Retry as Retry
from ._sync.client import Winnow as Winnow
from ._sync.job_handle import JobHandle as JobHandle
from ._sync.operation import Operation as Operation
from ._sync.stream import RecordStream as RecordStream
from ._version import VERSION as __version__
from ._webhooks import WebhookNotVerified as WebhookNotVerified, verify_webhook as verify_webhook
