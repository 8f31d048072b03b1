"""winnow along: a game with real cards, which are entered as they turn up."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import Any

import click

from winnow.api.along import begun, entered, next_place, seen_table, settled
from winnow.api.fair import answer_fair_hint
from winnow.cli import common
from winnow.cli.fair import tell_fair
from winnow.cli.group import Amount
from winnow.core.counted import counted
from winnow.core.deals import Deal
from winnow.core.drawing.plain_text import table_text
from winnow.core.errors import BadInputError, DealError
from winnow.core.face import FACES, end_sentence
from winnow.core.fair import choices
from winnow.core.knowledge import Knowledge
from winnow.core.question import Question
from winnow.core.verdicts import Limits
from winnow.search.fair.players import ADVISER, Player

_LONGEST_LINE = 10_000
_MOST_NAMED = 12
"""The most moves that are listed unasked."""
_HELP = """\
Enter each card as it turns up (several at once, with spaces between), and the moves that you make. At any time:
  advice            what each move is worth, given the cards seen
  moves             every legal move
  table             the table again
  back              take the last entry back
  correct OLD NEW   put card NEW where card OLD was entered
  quit              end"""


@click.command()
@click.argument("game")
@common.rule_option
@click.option(
    "--seconds",
    type=Amount(0, 1e9, min_open=True),
    default=5.0,
    show_default=True,
    metavar="S",
    help="Time for each advice.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    default=0,
    show_default=True,
    metavar="S",
    help="Seed of the advice.",
)
def along(game: str, rules: dict[str, Any], seconds: float, seed: int) -> int:
    """Play along with real cards: enter each card as it turns up, ask for advice, correct what was entered wrongly.

    Every line read is a card, a move, or a word: help lists them. The end of the input ends the game. For Blink with
    your own deck: --rule deck=FILE, and --rule hold, columns, rows and first as you play.
    """
    session = _Session(settled(begun(game, rules)), seconds, seed)
    click.echo(_HELP)
    session.show()
    while (line := _read(session.prompt)) is not None:
        words = line.split()
        if words[:1] == ["quit"]:
            break
        try:
            session.take(words)
        except BadInputError as error:
            common.tell(f"{error}")
    return common.EXIT_DECIDED


def _read(prompt: str) -> str | None:
    """Return the next line of the input; None at its end. Raises InputError if it is closed, or is no text."""
    click.echo(prompt, nl=False)
    try:
        line = sys.stdin.readline(_LONGEST_LINE)
    except OSError as error:
        raise common.InputError(f"cannot read standard input: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise common.InputError(f"standard input is no UTF-8 text: {error.reason}") from None
    if not line:
        click.echo()
        return None
    return line


@dataclass
class _Session:
    """A game in play: what is known now, and what was entered to get there, each entry with the knowledge before it."""

    knowledge: Knowledge
    seconds: float
    seed: int
    entries: list[tuple[str, Knowledge]] = field(default_factory=list)

    @property
    def prompt(self) -> str:
        """Return the text before the next entry: the number of the card that is next, or that a move is."""
        whole, unseen = len(self.knowledge.known), len(self.knowledge.unseen)
        if next_place(self.knowledge) is not None:
            return f"Card {whole - unseen + 1} of {whole}: "
        game, position = self.knowledge.shown()
        return "back or quit: " if game.over(position) else "Move: "

    def take(self, words: list[str]) -> None:
        """Follow one line of the input. Raises BadInputError for what cannot be."""
        word, *rest = words or [""]
        told = {"help": lambda: click.echo(_HELP), "table": self._table, "moves": self._moves, "advice": self._advice}
        if word == "back":
            self._back()
        elif word == "correct":
            self._correct(rest)
        elif word in told:
            told[word]()
        elif word:
            self._enter(words)
            self.show()

    def _enter(self, words: list[str]) -> None:
        if next_place(self.knowledge) is None:
            self._keep(" ".join(words))
            return
        for number, word in enumerate(words):
            if next_place(self.knowledge) is None:
                raise DealError(f"no card is next, so {' '.join(words[number:])} is left out: which move do you make?")
            self._keep(word)

    def _keep(self, entry: str) -> None:
        before, after = self.knowledge, entered(self.knowledge, entry)
        self.entries.append((_written(before, after), before))
        self.knowledge = after
        for move in after.line[len(before.line) + (next_place(before) is None) :]:
            common.tell(f"The only move: {move}")

    def show(self) -> None:
        """Show the table if a move is next."""
        if next_place(self.knowledge) is None:
            self._table()

    def _back(self) -> None:
        if not self.entries:
            raise DealError("nothing has been entered")
        entry, self.knowledge = self.entries.pop()
        common.tell(f"Taken back: {entry}")

    def _correct(self, words: list[str]) -> None:
        """Enter everything again with one card in another's place; raise BadInputError, and change nothing, if not."""
        before = [entry.upper() for entry, _ in self.entries]
        if len(words) != 2 or words[0].upper() not in before:
            raise DealError("correct takes a card that was entered, and the card that it is")
        at, entries = before.index(words[0].upper()), list[tuple[str, Knowledge]]()
        knowledge = self.entries[0][1]
        for number, (entry, _) in enumerate(self.entries):
            right = words[1] if number == at else entry
            after = entered(knowledge, right)
            entries.append((_written(knowledge, after), knowledge))
            knowledge = after
        self.entries, self.knowledge = entries, knowledge
        self._table()

    def _table(self) -> None:
        table = seen_table(self.knowledge)
        looks = FACES.of(self.knowledge.deal.game).looks(self.knowledge.shown()[0])
        common.out().print(table_text(table, looks))
        if table.over:
            game, position = self.knowledge.shown()
            common.tell(end_sentence(game, position))
        elif next_place(self.knowledge) is None and len(table.gestures) <= _MOST_NAMED:
            self._moves()

    def _require_move(self) -> None:
        """Raise DealError if a card is next: no move is known before it."""
        if next_place(self.knowledge) is not None:
            raise DealError("a card is next: enter it first")

    def _moves(self) -> None:
        self._require_move()
        game, position = self.knowledge.shown()
        moves = choices.of(game.name)(game, position)
        others = len(game.moves(position)) - len(moves)
        more = f"; {counted(others, 'other orders')} of the discard are legal" if others else ""
        common.tell("Moves: " + (", ".join(moves) or "none") + more)

    def _advice(self) -> None:
        self._require_move()
        deal = Deal(self.knowledge.deal.game, self.knowledge.deal.rules, self.knowledge.known)
        with common.searching(Limits(seconds=self.seconds)) as budget:
            hint = answer_fair_hint(Question(deal, self.knowledge.line), budget, player=Player(ADVISER, seed=self.seed))
        tell_fair(hint, common.out())


def _written(before: Knowledge, after: Knowledge) -> str:
    """Return an entry as the rules write it: the card that came up, or the move that was made."""
    place = next_place(before)
    return after.line[len(before.line)] if place is None else after.known[place]
