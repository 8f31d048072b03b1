"""The program `winnow`, also as `python -m winnow`."""

import sys


def main() -> None:
    """Run the command; Ctrl-C ends it with status 130 also while its modules are imported."""
    try:
        from winnow.cli import main as command  # noqa: PLC0415

        command()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
