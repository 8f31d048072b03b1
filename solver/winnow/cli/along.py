"""winnow along: a game with real cards, which are entered as they turn up."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

import click
from rich.text import Text

from winnow.api.along import begun, entered, settled
from winnow.api.fair import answer_fair_hint
from winnow.cli import common, exits
from winnow.cli.fair import tell_fair
from winnow.cli.group import Amount
from winnow.core.cards import shown
from winnow.core.counted import counted
from winnow.core.deals import UNKNOWN, Deal, game_type
from winnow.core.drawing.plain_text import table_text
from winnow.core.drawing.seen import next_place, seen_table
from winnow.core.errors import BadInputError, DealError
from winnow.core.face import FACES, end_sentence
from winnow.core.fair import choices
from winnow.core.games import GAMES
from winnow.core.knowledge import Knowledge
from winnow.core.lines import split_moves
from winnow.core.question import Question
from winnow.core.verdicts import Limits
from winnow.search.fair.players import ADVISER, Player

_LONGEST_LINE = 10_000
_MOST_NAMED = 12
"""The most moves that are listed unasked."""
_HELP = """\
Enter each card as it turns up (several on one line, with spaces between), and the moves that you make. At any time:
  advice           each move's worth
  moves            every legal move
  table            the table again
  back, undo       take an entry back
  correct OLD NEW  the card was NEW;
                   swaps two entered
  help, ?          this list
  quit, exit, q    end, to be resumed"""
_SAME_WORD = {"undo": "back", "q": "quit", "exit": "quit", "?": "help"}


@click.command()
@common.game_argument()
@common.rule_option
@click.option(
    "--seconds",
    type=Amount(0, 1e9, min_open=True),
    default=5.0,
    show_default=True,
    metavar="S",
    help="Time for each advice.",
)
@click.option("--resume", metavar="DEAL", help="Continue a game: its cards in dealing order, ? for the unseen ones.")
@click.option("--after", default="", metavar="MOVES", help="With --resume: the moves made so far.")
def along(game: str, rules: dict[str, Any], seconds: float, resume: str | None, after: str) -> int:
    """Play along with real cards: enter each card as it turns up, ask for advice, correct what was entered wrongly.

    Every line read is a card, a move, or a word: help lists them. Ctrl-C ends a running advice, else the game, as the
    end of the input does; the deal and the moves so far are then printed, for --resume. For Blink with your own deck:
    --rule deck=FILE, and --rule hold, columns, rows and first as you play.
    """
    session = _Session(settled(begun(game, rules)), seconds)
    if resume is not None:
        session.resume(Deal.parse(game, resume, rules), split_moves(game_type(game), after))
    else:
        exits.refuse_given("needs --resume", "after")
    _tell_help()
    session.show()
    try:
        _converse(session)
    except KeyboardInterrupt:
        click.echo()
        return common.EXIT_INTERRUPTED
    finally:
        session.tell_how_to_continue(rules)
    return common.EXIT_DECIDED


def _converse(session: _Session) -> None:
    """Follow the lines of the input up to its end or `quit`."""
    while (line := _read(session.prompt)) is not None:
        words = line.split()
        word = "".join(words[:1]).lower()
        word = _SAME_WORD.get(word, word)
        if word == "quit":
            break
        try:
            session.take(word, words)
        except BadInputError as error:
            common.tell(f"{error}")


def _tell_help() -> None:
    common.out().print(Text(_HELP))


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
    entries: list[tuple[str, Knowledge]] = field(default_factory=list)

    @property
    def prompt(self) -> str:
        """Return the text before the next entry: the number of the card that is next, or that a move is."""
        whole, unseen = len(self.knowledge.known), len(self.knowledge.unseen)
        if next_place(self.knowledge) is not None:
            return f"Card {whole - unseen + 1} of {whole}: "
        game, position = self.knowledge.shown()
        return "back or quit: " if game.over(position) else "Move: "

    def take(self, word: str, words: list[str]) -> None:
        """Follow one line of the input, of which `word` is the first word. Raises BadInputError for what cannot be."""
        told = {"help": _tell_help, "table": self._table, "moves": self._moves, "advice": self._advice}
        if word == "back":
            if not self.entries:
                raise DealError("nothing has been entered")
            entry, self.knowledge = self.entries.pop()
            common.tell(f"Taken back: {entry}")
        elif word == "correct":
            self._correct(words[1:])
        elif word in told:
            told[word]()
        elif word:
            self._enter(words)

    def resume(self, deal: Deal, line: Sequence[str]) -> None:
        """Enter the known cards of a deal and the moves of a line; raise BadInputError if they do not fit."""
        while (place := next_place(self.knowledge)) is not None or len(self.knowledge.line) < len(line):
            entry = line[len(self.knowledge.line)] if place is None else deal.cards[place]
            if entry == UNKNOWN:
                break
            self._keep(entry)
        here = self.knowledge
        for number, (known, card) in enumerate(zip(here.known, deal.cards, strict=True), 1):
            if known != card:
                raise DealError(f"card {number}: {card} has not turned up by these moves: enter it later")
        if len(here.line) < len(line):
            raise DealError(f"move {len(here.line) + 1}: {shown(line[len(here.line)])} comes before a card that is '?'")

    def tell_how_to_continue(self, rules: Mapping[str, Any]) -> None:
        """Print the command that continues the game, if anything was entered."""
        if not self.entries:
            return
        game = self.knowledge.deal.game
        between = "; " if GAMES[game].move_separator == ";" else " "
        given = (word for name, value in rules.items() for word in ("--rule", f"{name}={value}"))
        words = ["winnow", "along", game, *given, "--resume", " ".join(self.knowledge.known)]
        after = ["--after", between.join(self.knowledge.line)] if self.knowledge.line else []
        common.tell("To continue: " + shlex.join([*words, *after]))

    def _enter(self, words: list[str]) -> None:
        """Take cards and moves; where a move has several words, the line is one move."""
        left = [part for word in words for part in (word.split(",") if "@" not in word else [word]) if part]
        moves, given = list[str](), len(left)
        try:
            while left:
                whole = next_place(self.knowledge) is None and GAMES[self.knowledge.deal.game].move_separator == ";"
                if whole and len(left) < given:
                    raise DealError(f"no card is next, so {' '.join(left)} is left out: which move do you make?")
                moves += self._keep(" ".join(left) if whole else left[0])
                left = [] if whole else left[1:]
        finally:
            self._tell_made(moves)
        self.show()

    def _tell_made(self, moves: Sequence[str]) -> None:
        """Name the moves that were made without a choice, but not the one that asks for the next card."""
        if moves and moves[-1].isalpha() and next_place(self.knowledge) is not None:
            moves = moves[:-1]
        counts = [(move, sum(1 for _ in same)) for move, same in groupby(moves)]
        if counts:
            told = (move if count == 1 else f"{move} ({count} times)" for move, count in counts)
            common.out().print(Text(f"The only move: {', then '.join(told)}"))

    def _keep(self, entry: str) -> Sequence[str]:
        """Take a card or a move, and return the moves without a choice that follow it."""
        before, after = self.knowledge, entered(self.knowledge, entry)
        self.entries.append((_written(before, after), before))
        self.knowledge = after
        return after.line[len(before.line) + (next_place(before) is None) :]

    def show(self) -> None:
        """Show the table if a move is next."""
        if next_place(self.knowledge) is None:
            self._table()

    def _correct(self, words: list[str]) -> None:
        """Enter everything again with one card in another's place; raise BadInputError, and change nothing, if not."""
        cards = [entry.upper() if next_place(before) is not None else "" for entry, before in self.entries]
        if len(words) != 2 or words[0].upper() not in cards:
            raise DealError("correct takes a card that was entered, and the card that it is")
        old, new = (word.upper() for word in words)
        right = {cards.index(old): new}
        if new in cards and new not in self.knowledge.unseen:
            right[cards.index(new)] = old
        entries, knowledge = list[tuple[str, Knowledge]](), self.entries[0][1]
        for number, (entry, _) in enumerate(self.entries):
            after = entered(knowledge, right.get(number, entry))
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
        between = "\n  " if GAMES[game.name].move_separator == ";" else ", "
        common.out().print(Text("Moves: " + (between.join(moves) or "none") + more))

    def _advice(self) -> None:
        self._require_move()
        deal = Deal(self.knowledge.deal.game, self.knowledge.deal.rules, self.knowledge.known)
        with common.searching(Limits(seconds=self.seconds)) as budget:
            hint = answer_fair_hint(Question(deal, self.knowledge.line), budget, player=Player(ADVISER))
        tell_fair(hint, common.out())


def _written(before: Knowledge, after: Knowledge) -> str:
    """Return an entry as the rules write it: the card that came up, or the move that was made."""
    place = next_place(before)
    return after.line[len(before.line)] if place is None else after.known[place]
