# Written by `npm run docs`.
"""The synchronous client. Made from `_async`."""
