"""Ask a hard question in a thread of an asyncio program, and cancel it after a second."""

import asyncio
import threading

import winnow


class SearchCancelledError(Exception):
    """Raised within a search whose answer is no longer wanted."""


def ask(game: str, number: int, cancelled: threading.Event) -> winnow.Verdict:
    """Return the best score of a numbered deal; raise SearchCancelledError soon after the event is set."""

    def look(_positions: int) -> None:
        if cancelled.is_set():
            raise SearchCancelledError

    return winnow.solve(game, number=number, best=True, progress=look)


async def main() -> None:
    """Print the answer if it comes within a second."""
    cancelled = threading.Event()
    search = asyncio.create_task(asyncio.to_thread(ask, "one-minute", 1, cancelled))
    done, _ = await asyncio.wait([search], timeout=1)
    if not done:
        cancelled.set()
    try:
        print(await search)
    except SearchCancelledError:
        print("cancelled")


if __name__ == "__main__":
    asyncio.run(main())
