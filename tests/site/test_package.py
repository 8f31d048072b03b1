"""The npm package that a site is, in Node: its example, its answers, and one sentence for each wrong value."""

import json
import re
from pathlib import Path

import pytest

import winnow
from built_site import built, in_node

DOCS = Path(__file__).parents[2] / "docs" / "javascript.md"


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Runs a program in Node that has the package of a built site installed."""
    return in_node(built(tmp_path_factory), tmp_path_factory.mktemp("program"))


def test_the_code_of_the_documentation_prints_what_the_native_program_finds(run, tmp_path):
    blocks = re.findall(r"```js\n(.*?)```", DOCS.read_text(), re.DOTALL)
    program = tmp_path / "program.mjs"
    program.write_text("".join([*blocks, "w.close();"]).replace("./winnow.mjs", "winnow-solitaire"))
    position = winnow.Position("universal", 1, after="T")
    assert run(program).splitlines() == [
        f"winnable {' '.join(winnow.solve('universal', 1).line)}",
        *(f"{pile.title} {' '.join(card.card for card in pile.cards)}" for pile in position.table.piles),
        *(f"{gesture.move} {gesture.says}" for gesture in position.table.gestures),
    ]


OTHERWISE = {"after": "move", "line": "move", "deal": "card", "rules": "rule", "hand": "rule"}
"""What a sentence about a value of the right type names."""


def test_a_wrong_value_of_each_field_gets_one_sentence_that_names_it(run):
    told = json.loads(run(Path(__file__).parent / "refused.mjs"))
    assert len(told["refused"]) > 250
    for field, kind, sentence in told["refused"]:
        assert kind in ("TypeError", "RangeError"), (field, kind, sentence)
        assert {field, OTHERWISE.get(field, field)} & set(re.findall(r"[a-z]+", sentence.lower())), (field, sentence)
        assert re.fullmatch(r"[^\n]{10,300}\.", sentence), sentence
        assert not re.search(r"\*\*|dict|None|\blist\b|Traceback|keyword", sentence), sentence
    assert (told["kept"]["number"], told["checked"]["status"]) == (str(2**64 - 1), "verified")
    assert told["svg"] == winnow.Position("single-left", 2**64 - 1, {"goal": "one"})._repr_svg_()
