"""In decks with equal cards a move names copies as the rules define, and every command reads it in the same way."""

import random

import pytest

import winnow
from independent_equal_cards import Blink, Head, OneMinute, SingleLeft, solver
from winnow.core.cards import BLINK, DECKTET_BASIC, STANDARD
from winnow.core.deals import Deal
from winnow.core.errors import IllegalMoveError
from winnow.core.face import rules_text

GAMES = {"head": Head, "one-minute": OneMinute, "single-left": SingleLeft, "blink": Blink}
TOKENS = {"head": DECKTET_BASIC, "one-minute": STANDARD.tokens, "single-left": STANDARD.tokens, "blink": BLINK.tokens}
RULES = {
    "head": {"hand": (3, 4, 5), "passes": (1, 2, 3), "melding": ("forced", "optional"), "target": (0, 1, 2)},
    "one-minute": {"passing": ("free", "forced"), "pickup": (0, 2), "handlings": (6, 8, 12)},
    "single-left": {"goal": ("clear", "one", "2")},
    "blink": {"hold": (0, 1, 2), "columns": (2, 3), "rows": (1, 2)},
}
ALWAYS = {"single-left": {"discarding": "optional"}}
CARDS = {"head": 8, "one-minute": 7, "single-left": 11, "blink": 5}
COPIES = "CM 7SK 7SK 2SY CM 7SK 7SK 7SK 2SY 2SY 7SK 7SK CM"
COPIES_RULES = {"hand": 6, "passes": 3, "melding": "optional", "target": 0}
COPIES_AFTER = "discard 7SK 7SK 7SK CM 2SY CM"
"""A hand of 7SK 7SK 2SY 2SY 7SK 7SK: the meld of three sevens scores 0 or 1, depending on the copies."""


def random_deal(rng, game):
    """Return a deal of few different, similar cards, and rules for it."""
    tokens = TOKENS[game]
    near = [card for card in tokens if set(card) & set(rng.choice(tokens))]
    kinds = rng.sample(near, rng.randint(1, 4))
    cards = [rng.choice(kinds) for _ in range(rng.randint(3, CARDS[game]))]
    return cards, {name: rng.choice(values) for name, values in RULES[game].items()}


def outcomes(told, outcome, state):
    """Return each move with the reachable outcome; all copies that a text may name must have the same outcome."""
    found = {}
    for move, after in told.moves(state):
        assert found.setdefault(move, outcome(after)) == outcome(after), move
    return found


def random_positions(seed, game, count):
    """Yield deals with a line and the outcomes of all moves after it, by the independent program."""
    rng = random.Random(seed)
    while count:
        cards, rules = random_deal(rng, game)
        if len(set(cards)) == len(cards):
            continue
        told = GAMES[game](cards, **rules)
        state, line, outcome = told.start(), [], solver(told)
        while (moves := list(told.moves(state))) and rng.random() < 0.6:
            move, state = rng.choice(moves)
            line.append(move)
        if moves:
            count -= 1
            rules = {"deck": "as-dealt"} | ALWAYS.get(game, {}) | rules
            yield Deal.parse(game, " ".join(cards), rules), line, outcomes(told, outcome, state), outcome(state)


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_has_the_moves_and_scores_of_an_independent_program(game):
    for deal, line, truth, _ in random_positions(5, game, 60):
        hint = winnow.hint(deal, after=line)
        wins = {move: won for move, (won, _) in truth.items()}
        assert {move.move: move.verdict == "winnable" for move in hint.moves} == wins
        best = winnow.hint(deal, after=line, best=True)
        assert {move.move: move.score for move in best.moves} == {move: score for move, (_, score) in truth.items()}
        assert [move.move for move in hint.moves] == list(deal.bind().moves(replayed(deal, line)))


@pytest.mark.parametrize("game", GAMES)
def test_solve_replay_and_review_mean_the_same_copies(game):
    for deal, line, truth, (won, score) in random_positions(6, game, 40):
        solved = winnow.solve(deal, after=line, best=True)
        assert (solved.verdict == "winnable", solved.answer.score) == (won, score)
        assert winnow.check(solved.record()).status != "failed"
        if solved.answer.line:
            assert deal.bind().score(replayed(deal, [*line, *solved.answer.line])) == score
        for move, (wins, reached) in truth.items():
            assert winnow.solve(deal, after=[*line, move], best=True).answer.score == reached
            review = winnow.review(deal, after=line, line=[move])
            assert (review.start == "winnable", review.end == "winnable") == (won, wins)


def test_the_copies_of_a_meld_decide_its_score_and_are_named():
    rules = {"deck": "as-dealt", **COPIES_RULES}
    told = Head(COPIES.split(), **COPIES_RULES)
    outcome, state = solver(told), dict(told.moves(told.start()))[COPIES_AFTER]
    sevens = {move: outcome(after)[1] for move, after in told.moves(state) if move.count("7SK") == 3}
    assert sevens == {
        "meld 7SK 7SK#2 7SK#3": 0,
        "meld 7SK 7SK#2 7SK#4": 0,
        "meld 7SK 7SK#3 7SK#4": 1,
        "meld 7SK#2 7SK#3 7SK#4": 1,
    }
    hint = winnow.hint("head", COPIES, rules=rules, after=COPIES_AFTER, best=True)
    assert sevens.items() <= {move.move: move.score for move in hint.moves}.items()
    for move, score in sevens.items():
        assert winnow.solve("head", COPIES, rules=rules, after=[COPIES_AFTER, move], best=True).answer.score == score
        review = winnow.review("head", COPIES, rules=rules, after=COPIES_AFTER, line=[move])
        assert (review.start, review.end) == ("winnable", "winnable" if score == 0 else "unwinnable")
    # Without numbers it would be two moves.
    with pytest.raises(IllegalMoveError):
        winnow.solve("head", COPIES, rules=rules, after=[COPIES_AFTER, "meld 7SK 7SK 7SK"])


@pytest.mark.parametrize(("game", "copy"), [("head", "`7WY#2`"), ("one-minute", "`AS#2`"), ("blink", "drawn first")])
def test_the_rules_say_which_copies_a_move_names(game, copy):
    assert copy in rules_text(game)


def test_a_deck_laid_twice_has_placements_without_numbers():
    rules = {"deck": "1RS 1RM 1BS", "decks": 2, "columns": 3, "rows": 2, "hold": 1}
    deal = Deal.numbered("blink", 3, rules)
    told = Blink(deal.cards, 1, 3, 2)
    truth = outcomes(told, solver(told), told.start())
    hint = winnow.hint(deal, best=True)
    assert {move.move: move.score for move in hint.moves} == {move: score for move, (_, score) in truth.items()}


def replayed(deal, line):
    game = deal.bind()
    position = game.start()
    for move in line:
        position = game.play(position, move)
    return position
