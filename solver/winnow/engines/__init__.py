"""How a question is decided: the engines of each game, the preferred one first."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from winnow.engines.base import Alike, Engine, EngineError, Question, confirmed
from winnow.engines.blink import engine as blink
from winnow.engines.head import engine as head
from winnow.engines.one_minute import engine as one_minute
from winnow.engines.shared import plain
from winnow.engines.single_left import cp_sat as single_left_cp_sat
from winnow.engines.single_left import engine as single_left
from winnow.engines.universal import beams as universal
from winnow.engines.universal import clauses as universal_sat
from winnow.engines.universal import engine as universal_chain
from winnow.verdicts import Answer
from winnow_kernels.common.budget import Budget


@dataclass(frozen=True)
class EngineInfo:
    """An engine's name, its entry, and the techniques that `without` can switch off.

    `alike` names the moves of a position that differ in little; `search_alike` answers for the best of them, with a
    line that begins with it.
    """

    name: str
    search: Engine
    techniques: frozenset[str] = frozenset()
    alike: Alike = field(default=lambda _: ())
    search_alike: Engine | None = None

    def solve(self, question: Question, budget: Budget) -> Answer:
        """Answer the question; the line of the answer has been replayed by the rules."""
        return self._shown(question, self.search(question, budget))

    def solve_alike(self, question: Question, budget: Budget) -> Answer:
        """Answer the question as if only the moves that are alike were legal."""
        search = self.search_alike or self.search
        return self._shown(question, search(question, budget))

    @staticmethod
    def _shown(question: Question, answer: Answer) -> Answer:
        if answer.line is not None:
            answer = replace(answer, line=question.game.tidy(question.position, answer.line))
        return confirmed(question, answer)


PLAIN = EngineInfo(plain.NAME, plain.solve)
ENGINES: dict[str, tuple[EngineInfo, ...]] = {
    "one-minute": (EngineInfo(one_minute.NAME, one_minute.solve, one_minute.TECHNIQUES), PLAIN),
    "single-left": (
        EngineInfo(single_left.NAME, single_left.solve, single_left.TECHNIQUES),
        EngineInfo(single_left_cp_sat.NAME, single_left_cp_sat.solve),
        PLAIN,
    ),
    "head": (EngineInfo(head.NAME, head.solve, head.TECHNIQUES, head.orders, head.solve_orders), PLAIN),
    "universal": (
        EngineInfo(universal_chain.NAME, universal_chain.solve, universal_chain.TECHNIQUES),
        EngineInfo(universal.NAME, universal.solve, universal.TECHNIQUES),
        EngineInfo(universal_sat.NAME, universal_sat.solve, universal_sat.TECHNIQUES),
        PLAIN,
    ),
    "blink": (
        EngineInfo(blink.NAME, blink.solve, blink.TECHNIQUES),
        EngineInfo(blink.BEAM_NAME, blink.solve_by_beams, blink.TECHNIQUES),
        PLAIN,
    ),
}


def choose(game: str, engine: str | None, without: frozenset[str]) -> EngineInfo:
    """Return the named engine of a game, or its preferred one.

    Raises EngineError, naming those there are, for an unknown engine or technique.
    """
    known = {info.name: info for info in ENGINES[game]}
    name = engine or ENGINES[game][0].name
    if name not in known:
        raise EngineError(f"{game} has no engine {name!r}; it has {', '.join(known)}")
    unknown = sorted(without - known[name].techniques)
    if unknown:
        techniques = ", ".join(sorted(known[name].techniques)) or "none"
        raise EngineError(f"engine {name} has no technique {unknown[0]!r} to switch off; it has: {techniques}")
    return known[name]
