"""Decide deals in an asyncio program, in threads, within a time limit each."""

import asyncio

import winnow


async def decided(game: str, number: int) -> winnow.Verdict:
    """Return the verdict on a numbered deal; the event loop runs on meanwhile."""
    return await asyncio.to_thread(winnow.solve, game, number=number, limits=winnow.Limits(seconds=5))


async def main() -> None:
    """Print the verdicts on a deal of each game."""
    for verdict in await asyncio.gather(*(decided(game, 1) for game in winnow.GAMES)):
        print(verdict.game, verdict.verdict)


if __name__ == "__main__":
    asyncio.run(main())
