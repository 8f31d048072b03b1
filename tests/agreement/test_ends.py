"""At every kind of end of every game, hint, solve, prove, review and count answer and agree."""

import json
import random
from contextlib import suppress

import pytest

import winnow
from command_help import said
from small_decks import GAMES, decks
from winnow.api.bundle import prove_hint
from winnow.api.solve import make_budget, pose
from winnow.core.deals import Deal
from winnow.core.errors import EngineError
from winnow.search.engines import engines_of

ENDS = {
    "everything placed in time": ("one-minute", "AS 2S", {}, "AS 2S", "winnable", 1),
    "everything placed too late": ("one-minute", "AS 2S", {"handlings": 0}, "AS 2S", "unwinnable", 1),
    "nothing but the base": ("one-minute", "AS", {"passing": "forced"}, "AS", "winnable", 0),
    "an empty hand": ("single-left", "2H 2D 3H 2C", {}, "draw draw draw draw four", "winnable", 0),
    "an empty deck": ("single-left", "2H 9D", {}, "draw draw", "unwinnable", 2),
    "an empty deck, optional": ("single-left", "2H 9D", {"discarding": "optional"}, "draw draw", "unwinnable", 2),
    "an empty deck, one redeal": ("single-left", "2H 9D", {"redeals": 1}, "draw draw", "unwinnable", 2),
    "few enough left": ("single-left", "2H 9D", {"goal": "2"}, "draw draw", "winnable", 2),
    "one left": ("single-left", "2H", {"goal": "one"}, "draw", "winnable", 1),
    "stopped early with a redeal": (
        "single-left",
        "2H 3D 4H 6H",
        {"goal": "2", "redeals": 1},
        "draw draw draw draw pair",
        "winnable",
        2,
    ),
    "everything melded": ("head", "7WY 7SK 7ML", {}, "meld 7WY 7SK 7ML", "winnable", 0),
    "no meld from the start": ("head", "7WY 7SK AM", {}, "", "unwinnable", 3),
    "within the target": ("head", "7WY 7SK AM", {"target": 3}, "", "winnable", 3),
    "the last discard": ("head", "7WY 7SK AM", {"hand": 3, "passes": 1}, "discard 7WY 7SK AM", "unwinnable", 3),
    "everything on the bar": ("universal", "1E 1V", {"columns": 1, "draw": 1}, "1! T W!", "winnable", 2),
    "an empty table": ("universal", "1E", {"columns": 1}, "1!", "winnable", 1),
    "a waste that stays": ("universal", "3E 1E 2E", {"columns": 1, "passes": 1}, "T", "unwinnable", 0),
    "a waste beside an empty table": ("universal", "1E 2E 3E", {"columns": 1, "passes": 1}, "T 1!", "unwinnable", 1),
    "everything laid": ("blink", "1RS 1RM", {}, "1RS@0,0 1RM@1,0", "winnable", 4),
    "a card that matches nothing": ("blink", "1RS 2BM", {}, "1RS@0,0", "unwinnable", None),
    "a full table": ("blink", "1RS 1RM 1RT", {"columns": 2, "rows": 1}, "1RS@0,0 1RM@1,0", "unwinnable", None),
}


def asked(kind, **more):
    """Return the arguments that ask about the end of that kind."""
    game, deal, rules, after, *_ = ENDS[kind]
    return (game, deal), {"rules": {"deck": "as-dealt", **rules}, "after": after, **more}


def told(verdict):
    answer = verdict.answer
    return answer.verdict, answer.score, answer.bound, answer.line, answer.proof, answer.reason


@pytest.mark.parametrize("best", [False, True], ids=["win", "best"])
@pytest.mark.parametrize("kind", ENDS)
def test_every_question_is_answered_at_an_end(kind, best):
    args, options = asked(kind, best=best)
    *_, verdict, score = ENDS[kind]
    hint, solved = winnow.hint(*args, **options), winnow.solve(*args, **options)
    assert (hint.moves, hint.verdict.decided) == ((), True)
    assert told(hint.verdict) == told(solved)
    assert solved.verdict == verdict
    for engine in engines_of(args[0]):
        with suppress(EngineError):  # an engine raises it for what it does not take
            alone = winnow.solve(*args, **options, engine=engine.name)
            assert told(winnow.hint(*args, **options, engine=engine.name).verdict) == told(alone)
    # Only `best` asks for the score of a lost deal.
    assert solved.answer.score in ((score,) if best else (None, score))
    for record in (hint.record(), solved.record(), winnow.prove(*args, **options).verdict.record()):
        assert winnow.check(record).status in ("verified", "unproven"), record
    found, made = prove_hint(pose(*args, **options), make_budget(winnow.Limits()))
    assert told(found.verdict) == told(hint.verdict)
    assert all(status == "verified" for _, status in made.results[0].claims)
    review = winnow.review(*args, **options, line="")
    expected = "winnable" if best else verdict
    assert (review.start, review.end, review.found) == (expected, expected, True)


@pytest.mark.parametrize("kind", ENDS)
def test_the_commands_say_how_the_game_ended(kind, tmp_path):
    game, deal, rules, after, verdict, score = ENDS[kind]
    options = [word for name, value in rules.items() for word in ("--rule", f"{name}={value}")]
    question = [game, deal, "--rule", "deck=as-dealt", *options, "--after", after]

    text = said("hint", *question)
    ending = "won" if verdict == "winnable" else "not won"
    assert f"No move is left: the game is over and {ending}{'.' if score is None else f', with {score} '}" in text
    assert json.loads(said("hint", *question, "--json"))["moves"] == []
    said("hint", *question, "--line", "", "--best")
    said("solve", *question)
    said("prove", *question, "-o", str(tmp_path / "proof"))
    said("prove", *question, "--bundle", "-o", str(tmp_path / "bundle"))
    for written in ("proof", "bundle"):
        assert "verified" in said("check", str(tmp_path / written))
    if game == "blink":
        layouts = "One layout wins." if verdict == "winnable" else "No layout wins."
        assert layouts in said("count", *question)


@pytest.mark.parametrize("game", GAMES)
def test_random_games_are_followed_to_their_ends(game):
    rng = random.Random(38)
    for _ in range(40):
        bound = decks(game).random_game(rng)
        played = Deal.parse(game, " ".join(bound.deal), bound.rules.spelled_out())
        position, line = bound.start(), []
        while moves := bound.moves(position):
            line.append(rng.choice(moves))
            position = bound.play(position, line[-1])
        for best in (False, True):
            found = winnow.hint(played, after=line, best=best)
            solved = winnow.solve(played, after=line, best=best)
            assert (found.moves, told(found.verdict)) == ((), told(solved))
            assert (solved.verdict == "winnable") == bound.won(position)
            assert solved.answer.score in (None, bound.score(position))
            assert solved.decided
