"""Valid and invalid cards and deals from users."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnow.core.cards import BLINK, BLINK_BALANCED, DECKTET, STANDARD, UNIVERSAL
from winnow.core.deals import Deal
from winnow.core.errors import DealError, RuleError
from winnow.core.games import GAMES

FULL = {
    "one-minute": STANDARD.tokens,
    "single-left": STANDARD.tokens,
    "head": DECKTET.tokens[:36],
    "universal": UNIVERSAL.tokens,
    "blink": BLINK_BALANCED,
}


def test_decks_have_their_sizes():
    assert [len(set(cards.tokens)) for cards in (STANDARD, UNIVERSAL, DECKTET, BLINK)] == [52, 60, 45, 180]
    assert len(set(BLINK_BALANCED)) == 60


def test_the_balanced_blink_deck_is_balanced():
    pairs = [(card[0], card[1]) for card in BLINK_BALANCED] + [(card[0], card[2]) for card in BLINK_BALANCED]
    assert all(pairs.count(pair) == 2 for pair in pairs)


@given(st.sampled_from(sorted(FULL)), st.data())
def test_any_spelling_of_a_deal_is_read(game, data):
    cards = data.draw(st.permutations(FULL[game]))
    case = data.draw(st.sampled_from([str.lower, str.upper, str.title]))
    separator = data.draw(st.sampled_from([" ", ",", ", ", "\n", "\t"]))
    tokens = [case(card).replace("T", "10") if FULL[game] is STANDARD.tokens else case(card) for card in cards]
    assert Deal.parse(game, separator.join(tokens)).cards == tuple(cards)


@given(st.integers(0, 2**64 - 1), st.sampled_from(sorted(FULL)))
def test_numbered_deals_are_whole_decks(number, game):
    deal = Deal.numbered(game, number)
    assert sorted(deal.cards) == sorted(FULL[game])
    assert deal.number == number


def edit(game, change):
    cards = list(FULL[game])
    change(cards)
    return " ".join(cards)


def set_card(place, token):
    return lambda cards: cards.__setitem__(place - 1, token)


@pytest.mark.parametrize(
    ("game", "change", "parts"),
    [
        ("universal", set_card(7, "5Q"), ["card 7", "'5Q'", "Universal"]),
        ("one-minute", set_card(52, "1X"), ["card 52", "'1X'", "standard"]),
        ("head", set_card(3, "2KM"), ["card 3", "'2KM'", "Decktet"]),
        ("blink", set_card(9, "6RS"), ["card 9", "'6RS'", "Blink"]),
        ("single-left", set_card(30, "AC"), ["card 30", "AC", "first as card 1"]),
        ("single-left", lambda cards: cards.pop(), ["51 cards instead of 52", "missing: KS"]),
        ("universal", lambda cards: cards.append("1E"), ["card 61", "1E"]),
        ("head", set_card(36, "X"), ["card 36", "X is not in this deck"]),
        ("blink", lambda cards: cards.clear(), ["empty"]),
    ],
)
def test_bad_deals_name_the_token_and_its_place(game, change, parts):
    with pytest.raises(DealError) as error:
        Deal.parse(game, edit(game, change))
    message = str(error.value)
    assert "\n" not in message
    assert all(part in message for part in parts), message


@pytest.mark.parametrize("token", ["\x1b[31m", "A" * 500, "ß", "٣S", "1️⃣E"])
def test_strange_tokens_are_shown_safely(token):
    with pytest.raises(DealError) as error:
        Deal.parse("universal", token)
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 200


@pytest.mark.parametrize(
    ("game", "rules", "parts"),
    [
        ("universal", {"draw": "0"}, ["draw=0", "1 or more"]),
        ("universal", {"columns": "7"}, ["columns=7", "1 to 6"]),
        ("universal", {"draw": "three"}, ["draw=three", "whole number"]),
        ("universal", {"hold": "3"}, ["no rule 'hold'", "draw"]),
        ("head", {"hand": "2"}, ["hand=2", "3 to 6"]),
        ("head", {"extended": "yes"}, ["extended=yes", "true or false"]),
        ("one-minute", {"pace": "0"}, ["pace=0", "positive"]),
        ("one-minute", {"pace": "nan"}, ["pace=nan", "positive"]),
        ("one-minute", {"passing": "never"}, ["passing=never", "free or forced"]),
        ("single-left", {"goal": "-1"}, ["goal=-1", "clear, one"]),
        ("blink", {"deck": "/no/such/file"}, ["deck=/no/such/file", "text file"]),
        ("klondike", {}, ["unknown game 'klondike'", "one-minute"]),
    ],
)
def test_impossible_rules_say_what_is_possible(game, rules, parts):
    with pytest.raises(RuleError) as error:
        Deal.parse(game, "", rules)
    assert all(part in str(error.value) for part in parts), str(error.value)


def test_numbers_have_a_range():
    for number in (-1, 2**64):
        with pytest.raises(DealError, match="out of range"):
            Deal.numbered("universal", number)


@pytest.mark.parametrize(
    ("tokens", "text"),
    [("1E 2E 1V", "2V is missing"), ("1E 2E 2E 1V 2V", "twice"), ("1E", "1 card cannot fill 2 columns")],
)
def test_universal_as_dealt_takes_full_grids_only(tokens, text):
    with pytest.raises(DealError, match=text):
        Deal.parse("universal", tokens, {"deck": "as-dealt", "columns": 2})


def test_a_second_excuse_is_refused():
    with pytest.raises(DealError, match="one Excuse"):
        Deal.parse("head", "X AM X", {"deck": "as-dealt"})


def test_partial_deals_know_their_missing_cards():
    deal = Deal.parse("single-left", edit("single-left", lambda cards: cards.__setitem__(slice(0, 2), "??")))
    assert deal.unknown == (0, 1)
    assert sorted(deal.missing) == ["2C", "AC"]


def test_a_blink_deck_file_is_a_deck(tmp_path):
    file = tmp_path / "mine.txt"
    file.write_text("# my deck\n3RS\n2gm, 3RS\n")
    deal = Deal.numbered("blink", 5, {"deck": file, "decks": "2"})
    assert sorted(deal.cards) == ["2GM"] * 2 + ["3RS"] * 4
    assert deal.rules.spelled_out()["deck"] == "3RS 2GM 3RS"
    again = Deal.parse("blink", deal.text, deal.rules.spelled_out())
    assert again.cards == deal.cards
    file.write_text("3RS\n2gq\n")
    with pytest.raises(RuleError, match="line 2, '2gq'"):
        Deal.numbered("blink", 5, {"deck": file})


@pytest.mark.parametrize("begin", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_a_deck_file_may_come_from_any_system(begin, end, tmp_path):
    file = tmp_path / "mine.txt"
    file.write_bytes(begin + b"# my deck" + end + b"3RS # one" + end + b"2GM" + end)
    assert Deal.numbered("blink", 5, {"deck": file}).rules.spelled_out()["deck"] == "3RS 2GM"


def test_a_text_names_no_file(tmp_path):
    """Untrusted records contain rules: only a Path, or --rule on the command line, opens a file."""
    file = tmp_path / "mine.txt"
    file.write_text("3RS secret")
    with pytest.raises(RuleError) as refused:
        Deal.numbered("blink", 5, {"deck": str(file)})
    assert "secret" not in str(refused.value)


def test_every_rule_default_reads_back():
    for name, kind in GAMES.items():
        rules = kind.rules_type()()
        assert Deal.numbered(name, 0, rules.spelled_out()).rules == rules


def test_the_budget_of_a_pace_is_exact():
    for pace, budget in (("2", 120), ("2.05", 123), ("1.99", 119), ("0.28333333433333335", 17)):
        assert Deal.numbered("one-minute", 0, {"pace": pace}).rules.handlings == budget
