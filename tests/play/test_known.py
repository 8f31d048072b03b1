"""Known verdicts: the page's verdict of a position is true of that position."""

import pytest
from small import SMALL, losing_line

from winnow.api.solve import Question, answer
from winnow.core.lines import replay
from winnow.core.verdicts import Limits
from winnow.play.known import Known
from winnow.play.reading import Played
from winnow.play.tables import Tables, bound
from winnow.search.questions import make_budget


def judged(deal, line):
    return answer(Question(deal, line), make_budget(Limits())).record()


@pytest.mark.parametrize("name", list(SMALL))
def test_a_reason_is_not_told_of_a_later_position(name):
    deal, kept, lost = losing_line(name)
    known, start = Known(Tables()), (*kept, lost)
    verdict = judged(deal, start)
    known.learn(Played(deal, start), verdict)
    assert known.verdict(Played(deal, start)) == verdict
    game = bound(deal)
    position, line = replay(game, game.start(), start), start
    while moves := list(game.moves(position)):
        line += (moves[-1],)
        position = game.play(position, moves[-1])
        told = known.verdict(Played(deal, line))
        assert told["verdict"] == "unwinnable"
        assert told["reason"]["text"].startswith(f"It could not be won {len(line) - len(start)} move")
        assert (told["score"], told["bound"], told["optimal"], told["line"]) == (None, None, False, None)
    assert game.over(position)


def test_a_verdict_of_its_own_is_told_first():
    deal, kept, lost = losing_line("one-minute")
    game, known = bound(deal), Known(Tables())
    start = (*kept, lost)
    lines = [start, (*start, next(iter(game.moves(replay(game, game.start(), start)))))]
    verdicts = [judged(deal, line) for line in lines]
    for line, verdict in zip(lines, verdicts, strict=True):
        known.learn(Played(deal, line), verdict)
    assert [known.verdict(Played(deal, line)) for line in lines] == verdicts
