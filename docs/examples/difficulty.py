"""Make a pack of an easy deal and a hard one, and print how many of their decisions have one good move."""

from tempfile import TemporaryDirectory

import winnow


def main() -> None:
    """Print the level of each deal, its number, its decisions, and those where every other move loses."""
    with TemporaryDirectory() as folder:
        winnow.generate("head", folder, count=2, levels=[1, 3], deals=60)
        for puzzle in winnow.read_pack(folder).puzzles:
            print(puzzle["level"], puzzle["number"], puzzle["metrics"]["decisions"], puzzle["metrics"]["only_moves"])


if __name__ == "__main__":
    main()
