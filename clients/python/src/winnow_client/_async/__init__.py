"""The asynchronous client. `npm run docs` writes the synchronous one (`_sync`) from these files."""
