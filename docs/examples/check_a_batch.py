"""Write verdicts to a file, one JSON object a line, as a batch job does; then check each line by the rules alone."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import winnow


def main() -> None:
    """Print the deals with what the check says of their verdicts."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "verdicts.jsonl")
        deals = winnow.solve_many("universal", range(3), limits=winnow.Limits(positions=10_000))
        file.write_text("".join(f"{json.dumps(verdict.record())}\n" for verdict in deals))
        for line in file.read_text().splitlines():
            record = json.loads(line)
            print(record["number"], record["verdict"], winnow.check(record).status)


if __name__ == "__main__":
    main()
