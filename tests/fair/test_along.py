"""Play with the cards face down: cards entered as they turn up, and tables that show no other."""

import random
import re
import shlex
import signal

import pytest

from command_help import refused, run
from winnow.api.along import begun, entered, settled, with_card, with_move
from winnow.api.fair import answer_fair_hint
from winnow.core.deals import Deal
from winnow.core.drawing.seen import next_place, seen_table
from winnow.core.errors import DealError, IllegalMoveError
from winnow.core.fair import choices
from winnow.core.knowledge import known_after
from winnow.core.registry import own_names

RULES = {"blink": {"columns": 8, "rows": 8}, "single-left": {"discarding": "optional", "redeals": 1}}


def played_along(deal, rng, steps):
    """Yield what is known at each decision of a random game with the deal's cards, entered as they turn up."""
    knowledge = begun(deal.game, RULES.get(deal.game, {}))
    for _ in range(steps):
        while (place := next_place(knowledge)) is not None:
            knowledge = with_card(knowledge, place, deal.cards[place])
        yield knowledge
        game, position = knowledge.shown()
        moves = choices.of(game.name)(game, position)
        if not moves:
            return
        knowledge = with_move(knowledge, rng.choice(moves))


@pytest.mark.parametrize("game", own_names())
def test_what_is_entered_is_what_the_line_shows_of_the_whole_deal(game):
    deal = Deal.numbered(game, 7, RULES.get(game, {}))
    for knowledge in played_along(deal, random.Random(1), 40):
        assert (knowledge.known, knowledge.unseen) == (
            known_after(deal, knowledge.line).known,
            known_after(deal, knowledge.line).unseen,
        )


@pytest.mark.parametrize("game", own_names())
def test_a_table_is_the_same_for_every_order_of_the_unseen(game):
    deal = Deal.numbered(game, 9, RULES.get(game, {}))
    rng = random.Random(3)
    for knowledge in played_along(deal, rng, 12):
        other = list(deal.cards)
        hidden = list(knowledge.hidden)
        for place, card in zip(hidden, rng.sample([deal.cards[place] for place in hidden], len(hidden)), strict=True):
            other[place] = card
        again = known_after(Deal(game, deal.rules, tuple(other)), knowledge.line)
        whole = known_after(deal, knowledge.line)
        assert seen_table(again).record() == seen_table(whole).record()


def test_cards_that_are_asked_for_do_not_lie_on_the_table_yet():
    knowledge = with_card(begun("head", {}), 0, "AM")
    table = seen_table(knowledge)
    piles = {pile.key: pile.cards for pile in table.piles}
    assert [card.card for card in piles["hand"]] == ["AM"]
    assert len(piles["pile"]) == 30
    assert (table.gestures, table.over) == ((), False)


def test_what_cannot_be_is_refused():
    with pytest.raises(IllegalMoveError, match="move 1: 'pair' is not legal; legal there: draw"):
        with_move(begun("single-left", {}), "pair")
    with pytest.raises(DealError, match="needs deck=full"):
        begun("head", {"deck": "as-dealt"})


def typed(game, *lines, rules=()):
    words = [word for rule in rules for word in ("--rule", rule)]
    return run("along", game, "--seconds", 2, *words, stdin="".join(f"{line}\n" for line in lines))


def test_a_forced_game_asks_for_cards_alone():
    deal = Deal.numbered("single-left", 1)
    result = typed("single-left", *deal.cards)
    assert result.status == 0
    assert "Card 52 of 52: " in result.out
    ended = "No move is left: the game is over and not won, with 18 cards left.\nback or quit: \nTo continue: winnow"
    assert ended in result.out
    assert "DRAW\n" not in result.out


def test_cards_come_several_at_once_and_are_corrected():
    result = typed("head", "AM 2SY 3LY 9WY 7SK CM", "correct cm cl", "correct ZZ AM", "back", "CM", "back", "back")
    assert "Taken back: CL" in result.out
    assert "Hand: AM 2SY 3LY 9WY 7SK CM" in result.out
    assert "correct takes a card that was entered, and the card that it is" in result.out
    assert result.out.split("\n")[-3] == "Card 5 of 36: "


def test_two_cards_in_the_wrong_order_are_exchanged():
    result = typed("head", "3LY, 2SY,AY 9WY 7SK CM", "CORRECT 3ly 2sy", "correct CM 3MW", "meld AY, 2SY,3LY", "q")
    assert "Hand: 2SY 3LY AY 9WY 7SK 3MW" in result.out
    assert result.out.endswith("--after 'MELD 2SY 3LY AY'\n")


@pytest.mark.parametrize("game", own_names())
def test_a_game_is_resumed_as_it_was_left(game):
    deal, rules = Deal.numbered(game, 4, RULES.get(game, {})), [f"{n}={v}" for n, v in RULES.get(game, {}).items()]
    knowledge, entries = settled(begun(game, RULES.get(game, {}))), []
    for _ in range(36):
        place = next_place(knowledge)
        here, position = knowledge.shown()
        entries.append(choices.of(game)(here, position)[0] if place is None else deal.cards[place])
        knowledge = entered(knowledge, entries[-1])
    left = typed(game, *entries, "moves", "undo", "undo", rules=rules)
    command = shlex.split(left.out.splitlines()[-1].removeprefix("To continue: winnow "))
    again = run(*command, stdin="table\n")
    assert again.out.splitlines()[-1] == left.out.splitlines()[-1]


def test_a_game_that_cannot_be_resumed_is_refused():
    rest = " ?" * 30
    for words, told in (
        (("--resume", "AM 2SY 3LY ? 7SK CM" + rest), "card 5: 7SK has not turned up by these moves"),
        (("--resume", "AM 2SY 3LY 9WY 7SK ?" + rest, "--after", "burn"), "move 1: 'burn' comes before a card that is"),
        (("--after", "burn"), "--after needs --resume"),
    ):
        refused(run("along", "head", *words), told)


def test_ctrl_c_ends_the_advice_alone(monkeypatch):
    def interrupted(*asked, **given):
        signal.raise_signal(signal.SIGINT)
        return answer_fair_hint(*asked, **given)

    monkeypatch.setattr("winnow.cli.along.answer_fair_hint", interrupted)
    result = typed("universal", "7N 1J 2V 6V 6N 2N", "advice", "T")
    assert result.status == 0
    assert "No estimate: it was interrupted" in result.out
    assert "Card 7 of 60: \nTo continue: winnow along universal" in result.out


def test_advice_names_a_move_by_the_cards_seen():
    result = typed("universal", "7N 1J 2V 6V 6N 2N", "advice", "quit")
    assert "6 cards seen, 54 unseen." in result.out
    # On a slow machine the estimates take all the time.
    who = r"(tree, [\d,]+ games played on|natural; the time was up before a game was played on)"
    assert re.search(rf"Advice \({who}\): (T|2!|4>1)\n", result.out)


def test_blink_with_the_owners_deck_on_a_table_that_does_not_slide(tmp_path):
    deck = tmp_path / "deck"
    deck.write_text("1RS\n1RM\n2RM\n2BM\n")
    rules = (f"deck={deck}", "hold=1", "columns=3", "rows=3", "first=centre")
    result = typed("blink", "2RM 1RM", "2RM@1,1", "1RS", "1RM@0,1", "2BM", "advice", "quit", rules=rules)
    assert "Moves: 2RM@1,1, 1RM@1,1" in result.out
    assert "4 cards seen, 0 unseen." in result.out
    assert re.search(r"Advice \(.*\): (1RS|2BM)@\d,\d\n", result.out)


def test_bad_words_stay_in_the_game():
    result = typed("one-minute", "ZZ", "AS", "AS", "advice", "nonsense", "help")
    assert "card 1: 'ZZ' is not a card of the standard deck" in result.out
    assert "card 2: AS has been seen already" in result.out
    assert "a card is next: enter it first" in result.out
    waiting = typed("head", "AS 4WL", "moves", "?").out
    assert "Card 3 of 36: a card is next: enter it first\nCard 3 of 36: Enter each card" in waiting
