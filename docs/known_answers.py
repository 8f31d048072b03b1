"""Write known answers for other solvers to be tested with: python docs/known_answers.py FILE.csv.xz

500 deals a game with their cards, from the rows of docs/data, under the rules that divide the deals best. `best` is the
proven best score; it is empty where the survey asked for a win only and none is proven.
"""

import csv
import io
import json
import lzma
import sys
from itertools import islice
from pathlib import Path

from winnow.core.deals import Deal
from winnow.surveys import kept

DATA = Path(__file__).parent / "data"
SURVEYS = (
    "blink.win.hold-1",
    "head.win",
    "one-minute.best",
    "single-left.best.discarding-optional",
    "universal.win.draw-1.passes-1",
)
COLUMNS = ("game", "rules", "number", "deal", "verdict", "best")
DEALS = 500


def main(target: Path) -> None:
    """Write the file."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(COLUMNS)
    for name in SURVEYS:
        survey, rows = kept.read(DATA / f"{name}{kept.SUFFIX}")
        for row in islice(rows, DEALS):
            deal = Deal.numbered(survey.game, row.number, json.loads(survey.rules)).text
            best = row.score if row.score == row.bound else None
            table.writerow((survey.game, survey.rules, row.number, deal, row.verdict, best))
    target.write_bytes(lzma.compress(text.getvalue().encode()))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
