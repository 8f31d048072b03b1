"""The page's own scripts in node: links, days and streaks, and the progress that a browser keeps."""

import json
import math
import os
import re
import subprocess
from pathlib import Path

import pytest

from winnow.core.deals import Deal
from winnow.core.face import FACES
from winnow.site.snapshot import node

PAGE = Path(__file__).parent / "page.cjs"
LINKS, DAYS, STORE = ["links.js"], ["problems.js", "stats.js"], ["store.js"]


def run(files, script, given=None, zone="UTC"):
    """Return what the body of a function returns that runs with these scripts in node; see page.cjs."""
    asked = json.dumps({"files": files, "script": script, "given": given})
    environment = os.environ | {"TZ": zone}
    done = subprocess.run([*node(), PAGE], input=asked, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_link_ends_in_no_sign_that_a_mail_program_leaves_out():
    games = [
        {"game": "universal", "number": "1", "set": {"draw": "2"}},
        {"game": "one-minute", "number": "7", "set": {"pace": "0.4"}},
    ]
    lines = [["T", "4!"], ["T", "W!"], [], ["x)"], ["x."], ["x'"]]
    script = """const { Winnow } = tab();
    return given[0].flatMap((game) => given[1].map((line) => {
      const link = Winnow.linkTo(game, line);
      return [link, Winnow.linked(Winnow.routed(link, ['universal', 'one-minute']).slice(1)), game, line];
    }));"""
    for link, opened, game, line in run(LINKS, script, [games, lines]):
        assert link[-1].isalnum() or link[-1] == "/"
        assert not set("!'()*.~") & set(link)
        assert opened == {
            "kind": "link", "game": game["game"], "rules": game["set"], "number": game["number"],
            "moves": ";".join(line),
        }  # fmt: skip


def test_an_address_that_opens_nothing_is_told_and_the_case_of_a_game_does_not_matter():
    cut = "This link cannot be read: it was cut short, or changed on its way."
    cases = {
        "": [""],
        "#/": [""],
        "#/game/head": ["game", "head"],
        "#/Universal,draw=2/1/T": ["link", "universal,draw=2", "1", "T"],
        "#/universal/1/T;4%21": ["link", "universal", "1", "T;4!"],
        "#/universal/1/T;4%2": cut,
        "#/%": cut,
        "#/univer": 'This link opens nothing: there is no game "univer".',
    }
    script = """const { Winnow } = tab();
    return given.map((hash) => {
      try { return Winnow.routed(hash, ['universal', 'head']); } catch (error) { return error.message; }
    });"""
    assert dict(zip(cases, run(LINKS, script, list(cases)), strict=True)) == cases


OFFERED = """const { Winnow } = tab();
const moves = (offers) => new Winnow.Choice(given, offers).gestures.map((gesture) => gesture.move);
return [moves(), moves((gesture) => !gesture.over)];"""


@pytest.mark.parametrize(("handlings", "offered"), [(6, ["4C", "2S"]), (5, ["4C"]), (3, [])])
def test_a_problem_does_not_offer_the_moves_over_its_budget(handlings, offered):
    game = Deal.parse("one-minute", "2C 4S 2S 3H 4C", {"deck": "as-dealt", "handlings": handlings}).bind()
    table = FACES.of("one-minute").table(game, game.play(game.start(), "2C"))
    assert run(["choice.js"], OFFERED, table.record()) == [["4C", "2S"], offered]


SAID = """const { Choice } = tab().Winnow;
const { table, moves, swapped } = given;
const [place, keys] = Choice.made(table.gestures, swapped);
return [Choice.waysOf(table, moves), Choice.inWords(table, table.gestures[place], keys)];"""


def test_orders_of_one_discard_are_one_sentence_that_names_an_order():
    game = Deal.numbered("head", 1, {}).bind()
    position = game.start()
    while len(moves := list(game.moves(position))) == 1:
        position = game.play(position, moves[0])
    table = FACES.of("head").table(game, position)
    ordered = next(one for one in table.gestures if one.ordered)
    *first, last, before = ordered.move.split()
    swapped = " ".join([*first, before, last])
    ways, said = run(["choice.js"], SAID, {"table": table.record(), "moves": moves, "swapped": swapped})
    assert said == f"{ordered.says} Order: {' '.join(swapped.split()[-len(ordered.cards) :])}."
    assert len(ways) == len(table.gestures) < len(moves)
    orders = [int(found[1]) + 1 if (found := re.search(r"\(or in (\d+) other order", way)) else 1 for way in ways]
    assert sum(orders) == len(moves)


MADE = """const { Choice } = tab().Winnow;
const made = ([gestures, move]) => Choice.made(gestures, move);
return given.map(made);"""


def test_the_first_card_of_a_winning_line_is_found_wherever_it_lies():
    game = Deal.numbered("blink", 3, {}).bind()
    gestures = FACES.of("blink").table(game, game.start()).record()["gestures"]
    later = FACES.of("blink").table(game, game.play(game.start(), "5YL@5,5")).record()["gestures"]
    found = run(["choice.js"], MADE, [[gestures, "5YL@5,5"], [gestures, "5YL"], [later, "4RD@0,0"]])
    assert gestures[found[0][0]]["move"] == "5YL@0,0"
    assert found[1:] == [None, None]


RECALLED = """const { Truth } = tab().Winnow;
const { known, moves } = given;
const truth = Object.assign(Object.create(Truth.prototype), { known: new Map(known), play: {} });
return moves.map((line) => truth.recall([...line]) || null);"""


def test_a_verdict_is_recalled_for_its_line_and_what_follows_a_loss_without_its_reason():
    won = {"verdict": "winnable", "line": ["c", "d"], "score": 3, "positions": 9}
    lost, own = ({"verdict": "unwinnable", "score": 1, "reason": {"text": why}} for why in ("Why.", "Its own."))
    known = [['["a"]', lost], ['["a","z"]', own], ['["b"]', won]]
    found = run(["truth.js"], RECALLED, {"known": known, "moves": ["x", "a", "ab", "abc", "az", "bc", "bcd", "bd"]})
    told = [one and (one["verdict"], one["score"], one.get("line"), (one["reason"] or {}).get("text")) for one in found]
    assert told == [
        None,
        ("unwinnable", 1, None, "Why."),
        ("unwinnable", None, None, "It could not be won 1 move ago either."),
        ("unwinnable", None, None, "It could not be won 2 moves ago either."),
        ("unwinnable", 1, None, "Its own."),
        ("winnable", 3, ["d"], None),
        ("winnable", 3, [], None),
        None,
    ]


AT = """return given.map((time) => {
  const moment = new Date(time).getTime();
  class Then extends Date {
    constructor(...time) { super(...(time.length ? time : [moment])); }
    static now() { return moment; }
  }
  const { Winnow } = tab({ Date: Then });
  return [Winnow.today(), Winnow.dayNumber(), new Date(Winnow.dayNumber() * 86400000).toISOString().slice(0, 10)];
});"""
HOURS = ("00:30", "12:00", "20:00", "23:30")


@pytest.mark.parametrize("zone", ["America/Los_Angeles", "UTC", "Pacific/Auckland"])
def test_a_day_has_one_number_from_midnight_to_midnight(zone):
    days = run(DAYS, AT, [f"2026-11-27T{hour}" for hour in HOURS], zone)
    assert {(today, back) for today, _, back in days} == {("2026-11-27", "2026-11-27")}
    assert len({number for _, number, _ in days}) == 1


STREAK = """const { Winnow } = tab();
return given.map((entries) => { Winnow.store = { entries }; return [Winnow.streak(), Winnow.streak(true)]; });"""


def test_days_in_a_row_end_today_or_yesterday_and_are_those_of_the_solving():
    script = """const ago = (days) => Date.now() - 86400000 * days;
    given = given.map((all) => Object.fromEntries(all.map((one, n) => [n, one.map(ago)])));
    given = given.map((all) => Object.fromEntries(Object.entries(all).map(([n, [solved, updated]]) =>
      [n, updated === undefined ? { solved: true, updated: solved } : { solved: true, solved_at: solved, updated }])));
    """
    cases = {
        (): [0, 1], ((0,),): [1, 1], ((1,), (2,)): [2, 3], ((0,), (1,), (3,)): [2, 2], ((2,),): [0, 1],
        ((0,), (1, 0), (2,)): [3, 3],  # one move taken back in yesterday's game
    }  # fmt: skip
    assert run(DAYS, script + STREAK, list(cases)) == list(cases.values())


def test_the_rating_is_the_likeliest():
    script = "const { Winnow } = tab(); return Winnow.ability(given).logits;"
    tries = [(rating / 10, rating % 3 > 0) for rating in range(-30, 31)]
    found = run(DAYS, script, tries)
    # At the most likely ability the expected successes and the prior's pull (-1, 1.5) equal the successes.
    expected = sum(1 / (1 + math.exp(rating - found)) for rating, _ in tries) + (found + 1) / 1.5**2
    assert abs(expected - sum(solved for _, solved in tries)) < 1e-6


WON = {"game": "head", "open": {"kind": "deal"}, "line": ["a", "b"], "at": 2, "solved": True, "best": 3, "fastest": 9}


PROGRESS = """
const page = tab();
const { store } = page.Winnow;
const warning = () => page.document.getElementById('warning').textContent;
const open = { kind: 'deal' };
const state = (...line) => ({ open, line });
const old = (given && given.file) || null;
const file = { progress: old, mark: old ? 'm0' : '' };
const copies = [];
let written = 0;
const remote = {
  progress: async () => ({ ...JSON.parse(JSON.stringify(file)), notice: '' }),
  async keepProgress(progress, mark) {
    if (remote.down) throw new Error('Winnow does not answer.');
    if (remote.held) await remote.held;
    const copied = file.mark !== mark;
    if (copied) copies.push(file.progress);
    written += 1;
    Object.assign(file, { progress: JSON.parse(JSON.stringify(progress)), mark: `m${written}` });
    return { mark: file.mark, notice: copied ? 'copied' : '' };
  },
};
"""
"""JavaScript: a page with its store of progress, and a server whose file holds `given.file`."""


def stored(script, given=None):
    return run(STORE, PROGRESS + script, given)


def test_a_win_keeps_its_day_and_records_only_improve():
    script = """
    const first = store.put('x', { open, line: ['a'], solved: true, best: 3, fastest: 9 });
    const second = store.put('x', { open, line: ['a'], solved: false, best: null });
    const third = store.put('x', { open, line: ['a'], solved: true, best: 5, fastest: 4 });
    store.entries.old = { ...given, updated: 1000 };
    store.put('old', { open, line: [], solved: false });
    store.entries.late = { ...given, updated: 10 ** 15 }; /* The clock has gone back since. */
    store.put('late', { ...given, line: ['c'] });
    return [first, second, third, store.get('old'), store.get('late'), JSON.parse(kept.get('winnow.progress'))];"""
    first, second, third, old, late, last = stored(script, WON)
    assert first["solved_at"] == second["solved_at"] == third["solved_at"]
    assert first["updated"] < second["updated"] < third["updated"]
    assert [(e["solved"], e["best"], e["fastest"]) for e in (first, second, third)] == [
        (True, 3, 9), (True, 3, 9), (True, 3, 4)
    ]  # fmt: skip
    assert (old["solved"], old["best"], old["solved_at"]) == (True, 3, 1000)
    assert late["line"] == ["c"]
    assert last == {"x": third, "old": old, "late": late}


def test_two_tabs_keep_the_games_of_each_other_and_of_one_game_the_later_state():
    script = """const [one, two] = [tab(), tab()].map((page) => page.Winnow.store);
    const shown = [];
    two.onOther = (id) => shown.push(id);
    one.put('x', state('a'));
    two.put('y', state('c'));
    two.put('x', state('a', 'b'));
    one.put('x', state('d'));
    return [shown, two.entries.x.line, Object.keys(two.entries), Object.keys(tab().Winnow.store.entries)];"""
    shown, line, known, later = stored(script)
    assert (shown, line) == (["x", "x"], ["d"])
    assert known == later == ["x", "y"]


BAD = {
    "null": None, "no open": {"updated": 5}, "a list": [], "line": WON | {"line": "T", "updated": 5},
    "at": WON | {"at": -1, "updated": 5},
    "half": WON | {"updated": 5, "x": "\ud800"}, "best": WON | {"best": "3", "updated": 5},
}  # fmt: skip


def test_an_import_adds_games_and_a_bad_entry_costs_only_itself():
    deep = json.loads('{"a":' * 30 + "1" + "}" * 30)
    record = {
        "format": "winnow-progress/1", "settings": {"lamp": True},
        "entries": {
            "x": WON | {"updated": 5, "line": ["other"], "best": 9, "tried": 7, "first": False},
            "new": {"open": {}, "updated": 3, "colour": "red"},
            **BAD, "deep": {"open": {}, "updated": 3, "x": deep}, "\ud800": {"open": {}, "updated": 3},
        },
    }  # fmt: skip
    script = """store.settings = { felt: 'blue' };
    store.entries.x = { ...given[1], updated: 9, tried: 8, first: true };
    const told = store.imported('\\ufeff' + JSON.stringify(given[0]));
    const formats = ['{"format":"winnow-progress/1"}', '{"format":"winnow-progress/12"}'];
    const refused = ['null', '[]', '{', ...formats].map((text) => {
      try { return store.imported(text); } catch (error) { return error.message; }
    });
    return [told, refused, store.entries, JSON.parse(store.exported())];"""
    told, refused, entries, exported = stored(script, [record, WON])
    assert told.startswith(f"2 games imported. {len(BAD) + 2} games left out")
    assert refused[0] == "This file is no exported progress of Winnow."
    assert refused[2].startswith("This file is not JSON")
    newer = "A newer Winnow exported this file (winnow-progress/12); this one reads winnow-progress/1."
    assert refused[4] == newer
    assert set(entries) == {"x", "new"}
    x = entries["x"]
    assert (x["line"], x["best"]) == (["a", "b"], 3)
    assert (x["tried"], x["first"]) == (7, False)
    assert entries["new"]["colour"] == "red"
    settings = {"felt": "blue", "lamp": True}
    assert exported == {"format": "winnow-progress/1", "settings": settings, "entries": entries}


def test_keys_go_by_their_place_without_latin_letters_and_command_z_undoes():
    pressed = [["u", "KeyU"], ["U", "KeyU"], ["ф", "KeyA"], ["я", "KeyZ"], ["?", "Digit7"], ["Enter", "Enter"]]
    script = """const done = [];
    const { Winnow, document } = tab();
    document.querySelector = () => null;
    const play = { undo: () => done.push('undo'), redo: () => done.push('redo') };
    for (const [key, shiftKey] of [['z', false], ['Z', true], ['u', false]]) {
      const event = { key, code: '', shiftKey, metaKey: true, target: { closest: () => null }, preventDefault() {} };
      Winnow.pressed(play, event);
    }
    return [...given.map(([key, code]) => Winnow.letter({ key, code })), ...done];"""
    assert run(["panels.js"], script, pressed) == ["u", "u", "a", "z", "?", "enter", "undo", "redo"]


def test_a_game_lost_by_a_limit_names_the_limit():
    script = "const { Winnow } = tab(); return given.map((counters) => Winnow.lostBy({ counters }));"
    counters = [
        [{"title": "Handlings", "value": 130, "limit": 120}], [{"title": "Handlings", "value": 120, "limit": 120}],
        [{"title": "Moves", "value": 3, "limit": None}],
    ]  # fmt: skip
    assert run(["notice.js"], script, counters) == [
        "Handlings: 130, and 120 was the limit.", "No move is left.", "No move is left.",
    ]  # fmt: skip


@pytest.mark.parametrize("text", ['{"a":null,"good":{"open":{},"updated":5}}', "null", "[1]", "{ broken", '"x"'])
def test_what_is_stored_brokenly_is_set_aside_said_and_forgotten(text):
    script = """kept.set('winnow.progress', given);
    const page = tab();
    const { store } = page.Winnow;
    const found = [Object.keys(store.entries), kept.get('winnow.progress.unreadable-1')];
    const told = page.document.getElementById('warning').textContent;
    const after = tab().document.getElementById('warning').textContent;
    await store.forget();
    return [found, told, after, [...kept]];"""
    found, told, after, left = run(STORE, script, text)
    assert found == [["good"] if "good" in text else [], text]
    assert "could not be read" in told
    assert after == ""
    assert dict(left) == {"winnow.progress": "{}", "winnow.settings": "{}"}


def test_sites_of_one_origin_share_no_key_and_take_over_what_they_once_shared():
    script = """const site = (folder) => tab({ Winnow: { ...tab().Winnow, carrier: { folder } } }).Winnow.store;
    kept.set('winnow.progress', JSON.stringify({ e: given.entry }));
    const [one, two] = [site(' /one/'), site(' /two/')];
    one.put('x', given.entry);
    one.set('lamp', true);
    return [Object.keys(site(' /one/').entries), Object.keys(site(' /two/').entries), site(' /two/').settings];"""
    assert run(STORE, script, {"entry": WON | {"updated": 5}}) == [["e", "x"], ["e"], {}]


def test_a_storage_that_keeps_nothing_is_said():
    script = """const page = tab({ full: true });
    page.localStorage.full = true;
    page.Winnow.store.put('x', given);
    return [page.document.getElementById('warning').textContent, Object.keys(page.Winnow.store.entries)];"""
    told, entries = run(STORE, script, WON)
    assert "lost when the page is closed" in told
    assert entries == ["x"]


OLD = {
    "format": "winnow-progress/1", "person": "player-1", "settings": {"lamp": True},
    "entries": {"x": WON | {"updated": 5, "changes": {"before": 1}}},
}  # fmt: skip


def test_the_page_takes_over_the_file_also_of_an_earlier_version_and_sends_all_of_it():
    script = """await store.connect(remote);
    const found = JSON.parse(JSON.stringify([store.entries, store.settings]));
    store.put('y', state('T'));
    store.set('felt', 'blue');
    await store.sending;
    const again = tab().Winnow.store;
    kept.clear(); /* Another port. */
    await again.connect(remote);
    return [found, file.progress, copies, again.entries, again.settings];"""
    (entries, settings), sent, copies, later, again = stored(script, {"file": OLD})
    assert entries == OLD["entries"]
    assert (settings, copies) == ({"lamp": True}, [])
    assert sent["settings"] == again == {"lamp": True, "felt": "blue"}
    assert set(sent["entries"]) == set(later) == {"x", "y"}


def test_what_a_file_holds_that_is_no_game_is_said_and_kept_as_a_copy():
    script = """await store.connect(remote);
    const lost = warning();
    store.put('y', state('T'));
    await store.sending;
    return [lost, Object.keys(file.progress.entries), copies];"""
    bad = OLD | {"entries": {"bad": None, "x": WON | {"updated": 5}}}
    told, sent, copies = stored(script, {"file": bad})
    assert "1 game of Winnow's file could not be read" in told
    assert (sent, copies) == (["x", "y"], [bad])


def test_what_was_not_sent_is_sent_by_the_next_page():
    script = """await store.connect(remote);
    remote.down = true;
    store.put('y', state('T'));
    await store.sending;
    const why = warning();
    remote.down = false;
    const next = tab().Winnow.store;
    await next.connect(remote);
    await next.sending;
    return [why, Object.keys(file.progress.entries), copies];"""
    assert stored(script) == ["Winnow does not answer.", ["y"], []]


def test_two_tabs_of_a_browser_make_no_copy_and_another_browser_makes_one():
    script = """const [one, two] = [tab(), tab()].map((page) => page.Winnow.store);
    await one.connect(remote);
    await two.connect(remote);
    one.put('x', state('a'));
    two.put('y', state('b'));
    one.set('lamp', true);
    await one.sending;
    await two.sending;
    const alone = [copies.length, Object.keys(file.progress.entries), file.progress.settings.lamp];
    file.mark = 'of another';
    await store.connect({ ...remote, progress: async () => ({ progress: null, mark: '', notice: '' }) });
    store.put('z', state('c'));
    await store.sending;
    return [alone, copies.map(({ entries }) => Object.keys(entries)), warning()];"""
    assert stored(script) == [[0, ["x", "y"], True], [["x", "y"]], "copied"]


def test_what_is_sent_late_does_not_come_back_after_forgetting():
    script = """await store.connect(remote);
    let go;
    remote.held = new Promise((come) => { go = come; });
    store.put('x', state('a'));
    await new Promise((come) => setTimeout(come));
    const forgotten = store.forget();
    go();
    await forgotten;
    return [file.progress.entries, written];"""
    assert stored(script) == [{}, 2]
