"""Positions for programs: a game in play, to which moves are pushed and from which they are popped."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from winnow.core.counted import counted, deal_name
from winnow.core.deals import Deal, DealLike, read_deal
from winnow.core.fair import FAIR
from winnow.core.game import Game
from winnow.core.knowledge import check_shown, known_after
from winnow.core.lines import read_moves, replay
from winnow.core.verdicts import Verdict

if TYPE_CHECKING:
    from winnow.core.cards import Card
    from winnow.core.drawing.table import Table
    from winnow.core.face import Face


class Position:
    """A position of a game: a deal, and the moves played; `repr` names both, `str` is the table.

    It hashes by its state, as it compares: put a `copy` in a set or a dict, where nothing may be pushed to it.

    A deal may have `?` for cards that nobody has seen: its moves are those of `winnow.fair_hint`, its table shows these
    cards face down, and a move that would show one is refused. `game` and `state` have them in the order of tokens.

    >>> position = Position('universal', 0)
    >>> position.legal_moves
    ('T', '2>1', '2>5', '3>1', '4!')
    >>> position.push('T')
    >>> position.line, position.is_over, position.is_won, position.score
    (('T',), False, False, 0)
    >>> position.pop()
    'T'
    >>> position == Position(Deal.numbered('universal', 0))
    True
    """

    def __init__(
        self,
        game: str | Deal | Verdict,
        deal: DealLike | None = None,
        rules: Mapping[str, Any] | None = None,
        *,
        after: str | Iterable[str] = (),
    ) -> None:
        """Begin `game` with `deal`: its tokens as text or as a list, its number, or a Deal; then play the line `after`.

        `game` itself may be a Deal, or a Verdict: the position is then the one that was asked about. Raises DealError
        or RuleError for an impossible deal or rule, or for `?` where the line shows a card, IllegalMoveError for a line
        that cannot be played, and TypeError for a value that is no deal.

        >>> Position('universal', 0, after='T').line
        ('T',)
        >>> import winnow
        >>> Position(winnow.solve('universal', 0, after='T'), after='2>1').line
        ('T', '2>1')
        >>> Position('single-left', ['?'] * 52).push('draw')
        Traceback (most recent call last):
        ...
        winnow.core.errors.DealError: card 1: '?' stands for a card that has been shown by then: say which it is
        """
        if isinstance(game, (Deal, Verdict)):
            if deal is not None or rules is not None:
                raise TypeError(f"a {type(game).__name__} brings its cards and its rules: give neither with it")
            self._deal = game if isinstance(game, Deal) else game.asked_deal
        else:
            if deal is None:
                raise TypeError("a position needs a deal: its cards, its number, or a Deal")
            self._deal = read_deal(game, deal, rules)
        self._known = known_after(self._deal, ()) if self._deal.unknown else None
        self._game: Game[Any, Any] = self._known.shown()[0] if self._known else self._deal.bind()
        self._line: list[str] = []
        self._states: list[Any] = [self._game.start()]
        for move in (*(game.after if isinstance(game, Verdict) else ()), *read_moves(type(self._game), after)):
            self.push(move)

    @property
    def deal(self) -> Deal:
        """The deal with its rules.

        >>> Position('head', 5).deal.number
        5
        """
        return self._deal

    @property
    def game(self) -> Game[Any, Any]:
        """The rules with this deal bound.

        >>> Position('head', 5).game.title
        'Head Solitaire'
        """
        return self._game

    @property
    def state(self) -> Any:
        """The position as the rules define it, an immutable value of the game's own type.

        >>> Position('head', 5).state.turn
        1
        """
        return self._states[-1]

    @property
    def line(self) -> tuple[str, ...]:
        """The moves played so far.

        >>> Position('head', 5).line
        ()
        """
        return tuple(self._line)

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """The moves that the rules allow.

        >>> Position('single-left', 1).legal_moves
        ('draw',)
        """
        return self._game.moves(self.state)

    @property
    def is_over(self) -> bool:
        """Whether no move is left.

        >>> Position('single-left', 1).is_over
        False
        """
        return self._game.over(self.state)

    @property
    def is_won(self) -> bool:
        """Whether the game may end here as a win.

        >>> Position('single-left', 1).is_won
        False
        """
        return self._game.won(self.state)

    @property
    def score(self) -> int | None:
        """The score if the game ends here; None where it may not end.

        >>> Position('single-left', 1).score is None
        True
        """
        return self._game.score(self.state)

    def push(self, move: str) -> None:
        """Play a move; raise IllegalMoveError, naming the legal ones, if the rules do not allow it.

        Raises DealError for a move that shows a card that is `?`.

        >>> Position('single-left', 1).push('pair')
        Traceback (most recent call last):
        ...
        winnow.core.errors.IllegalMoveError: move 1: 'pair' is not legal; legal there: draw
        """
        if not isinstance(move, str):
            raise TypeError(f"a move is a text, not {type(move).__name__}")
        state = replay(self._game, self.state, [move], first=len(self._line) + 1)
        if self._known:
            check_shown(self._deal, set(FAIR.of(self._deal.game).seen(self._game, state)))
        self._states.append(state)
        self._line.append(move)

    def pop(self) -> str:
        """Take the last move back and return it; raise IndexError if there is none.

        >>> position = Position('single-left', 1)
        >>> position.push('draw')
        >>> position.pop()
        'draw'
        """
        if not self._line:
            raise IndexError("no move has been played")
        self._states.pop()
        return self._line.pop()

    def copy(self) -> Position:
        """Return an independent position with the same line.

        >>> position = Position('single-left', 1)
        >>> position.copy() == position
        True
        """
        other = Position(self._deal)
        other._line, other._states = self._line.copy(), self._states.copy()
        return other

    def __eq__(self, other: object) -> bool:
        """Return whether both have the same deal, rules and state; the lines that led there may differ."""
        if not isinstance(other, Position):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> Hashable:
        return self._deal.game, self._deal.rules, self._deal.cards, self.state

    @property
    def table(self) -> Table:
        """The table of the position, with every legal move as a gesture with cards.

        >>> Position('single-left', 1).table.forced
        'draw'
        """
        if self._known:
            from winnow.core.drawing.seen import seen_table  # noqa: PLC0415  programs that show nothing do without

            return seen_table(replace(self._known, line=self.line))
        return _face(self._game).table(self._game, self.state)

    @property
    def piles(self) -> dict[str, tuple[Card, ...]]:
        """The cards of each pile by the pile's name, the lowest or first dealt first.

        >>> Position('universal', 0).piles['column-1']
        ('3J',)
        """
        return {pile.key: tuple(card.card for card in pile.cards) for pile in self.table.piles}

    def __str__(self) -> str:
        """Return the table as text, without colour.

        >>> print(Position('single-left', 1, {'deck': 'full'}))  # doctest: +ELLIPSIS
        Hand, oldest first: []
        Deck, next first: ...
        """
        face = _face(self._game)
        if self._known:
            from winnow.core.drawing.plain_text import table_text  # noqa: PLC0415  as above

            return table_text(self.table, face.looks(self._game)).plain
        return face.text(self._game, self.state).plain

    def _repr_svg_(self) -> str:
        from winnow.core.drawing.svg import table_svg  # noqa: PLC0415  as above

        return table_svg(self._game, self.table)

    def _repr_html_(self) -> str:
        from winnow.core.drawing.svg import table_html  # noqa: PLC0415  as above

        return table_html(self._game, self.table)

    def __repr__(self) -> str:
        after = f", after {counted(len(self._line), 'moves')}" if self._line else ""
        return f"<winnow.Position of {deal_name(self._deal.game, self._deal.number)}{after}>"


def _face(game: Game[Any, Any]) -> Face[Any, Any]:
    from winnow.core.face import FACES  # noqa: PLC0415  programs that show nothing do without

    return FACES.of(game.name)
