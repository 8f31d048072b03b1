"""The npm package that a site is, in Node: its example, its answers, and one sentence for each wrong value."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import winnow
from built_site import built
from winnow.site.snapshot import node

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "solve.mjs"


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Runs a program that has the package installed: the files that it names, and no others."""
    site, folder = built(tmp_path_factory), tmp_path_factory.mktemp("program")
    for pattern in ["package.json", *json.loads((site / "package.json").read_text())["files"]]:
        for file in site.glob(pattern):
            place = folder / "node_modules" / "winnow-solitaire" / file.relative_to(site)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, place)

    def running(program):
        (folder / "program.mjs").write_text(program)
        done = subprocess.run([*node(), folder / "program.mjs"], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    return running


def test_the_example_prints_the_native_verdicts_in_node(run):
    told = run(EXAMPLE.read_text())
    limits = winnow.Limits(positions=20_000)
    native = [winnow.solve("universal", number, limits=limits) for number in range(1, 6)]
    assert [line.split()[1] for line in told.splitlines()[:5]] == [found.verdict for found in native]
    assert "4 undecided (positions)" in told
    assert told.endswith(f"{winnow.Position('single-left', 1, after='draw draw')}\n")


ASK = """
import { loadWinnow } from 'winnow-solitaire';
const w = await loadWinnow();
const best = { game: 'single-left', number: 2n ** 64n - 1n, rules: { goal: 'one' } };
const kept = await w.solve(best);
const values = { none: null, nan: NaN, broken: 1.7, minus: -1, unsafe: 2 ** 53, text: 'x', array: [1], object: { a: 1 },
  date: new Date(), call: () => 1, wide: 10n ** 30n };
const fields = { solve: ['game', 'number', 'deal', 'rules', 'after', 'best', 'limits', 'other'],
  fairHint: ['samples', 'seed', 'policy', 'games'], review: ['line'], play: ['number', 'after', 'svg'] };
const refused = [];
async function refuse(field, asked) {
  const { name, message } = await asked.then(() => ({ name: 'nothing' }), (error) => error);
  refused.push([field, name, message]);
}
for (const [value, given] of Object.entries(values)) {
  for (const [ask, names] of Object.entries(fields)) {
    for (const name of names) {
      const [number, line] = [name === 'deal' ? undefined : 1, ask === 'review' ? '' : undefined];
      await refuse(name, w[ask]({ game: 'head', number, line, [name]: given }));
    }
    if (value !== 'object') await refuse('question', w[ask](given));
  }
  await refuse('positions', w.hint({ game: 'head', number: 1, limits: { positions: given } }));
  await refuse('hand', w.play({ game: 'head', number: 1, rules: { hand: given } }));
  await refuse('signal', w.games({ signal: given }));
  await refuse('base', loadWinnow({ base: value === 'text' ? 5 : given }));
}
const cycle = {};
cycle.of = cycle;
for (const record of [null, 5, 'x', [], cycle]) await refuse('record', w.check(record));
await refuse('nope', w.solve({ game: 'nope', number: 1 }));
await refuse('burn', w.play({ game: 'head', number: 1, after: 'burn' }));
await refuse('number', w.solve({ game: 'head' }));
const { svg } = await w.play({ ...best, svg: true });
console.log(JSON.stringify({ refused, kept, checked: await w.check(kept), svg }));
w.close();
"""
OTHERWISE = {"after": "move", "line": "move", "deal": "card", "rules": "rule", "hand": "rule"}
"""What a sentence about a value of the right type names."""


def test_a_wrong_value_of_each_field_gets_one_sentence_that_names_it(run):
    told = json.loads(run(ASK))
    assert len(told["refused"]) > 250
    for field, kind, sentence in told["refused"]:
        assert kind in ("TypeError", "RangeError"), (field, kind, sentence)
        assert {field, OTHERWISE.get(field, field)} & set(re.findall(r"[a-z]+", sentence.lower())), (field, sentence)
        assert re.fullmatch(r"[^\n]{10,300}\.", sentence), sentence
        assert not re.search(r"\*\*|dict|None|\blist\b|Traceback|keyword", sentence), sentence
    assert (told["kept"]["number"], told["checked"]["status"]) == (str(2**64 - 1), "verified")
    assert told["svg"] == winnow.Position("single-left", 2**64 - 1, {"goal": "one"})._repr_svg_()
