"""Problem mode: a wrong move gets its reason, tries are kept and exported, and the next problem fits the player."""

import json
import math
import re
from dataclasses import replace

import pytest
from browser import until
from test_browser import CURATED, ready, violations
from test_server import client, page, post  # noqa: F401
from test_server import packs as packs_of_the_page

from winnow.core.face import FACES
from winnow.core.games import GAMES
from winnow.play.reading import RefusedError
from winnow.play.reasons import reasons
from winnow.play.shelf import Shelf
from winnow_puzzles.packs import site
from winnow_puzzles.packs.reading import Pack, deal_of, read_pack
from winnow_puzzles.packs.shelving import shelved

WITH_PROBLEMS = [path for path in sorted(CURATED.iterdir()) if read_pack(path).of_problems]
"""Every curated pack of problems."""


@pytest.fixture(scope="module")
def packs():
    return {path.name: read_pack(path, known_good=True) for path in WITH_PROBLEMS}


def few(pack, places):
    """Return a pack of some of a pack's problems."""
    return Pack(pack.description, tuple(pack.puzzles[place] for place in places))


@pytest.mark.parametrize("path", WITH_PROBLEMS, ids=lambda path: path.name)
def test_a_wrong_first_move_has_the_packs_reason_and_an_engines_verdict(page, packs, path):  # noqa: F811
    for problem in packs[path.name].puzzles[:: len(packs[path.name].puzzles) // 3]:
        game = post(page, "open", {"kind": "puzzle", "id": problem["id"]}).json()
        assert game["goal"] == problem["goal_text"]
        assert game["puzzle"]["problem"]
        asked = {"game": game["game"], "rules": game["set"], "deal": game["deal"], "puzzle": problem["id"], "slot": "s"}
        decision = problem["decisions"][0]
        for one in decision["losing"][:2]:
            told = post(page, "verdict", asked | {"line": [*game["after"], one["move"]]}).json()
            assert told["verdict"] == "unwinnable"
            assert told["reason"]["text"] == one["why"]
            story = post(page, "story", asked | {"line": [*game["after"], one["move"]], "start": len(game["after"])})
            assert story.json()["lost"] == 1
            assert story.json()["why"]["reason"]["text"] == one["why"]
        told = post(page, "verdict", asked | {"line": [*game["after"], decision["winning"][0]]}).json()
        assert told["verdict"] == "winnable"


def test_no_verdict_is_taken_from_a_pack(tmp_path, packs):
    """If a pack calls the right move wrong, its sentence is not shown, and the verdict is the engine's."""
    problem = json.loads(json.dumps(packs["single-left-problems"].puzzles[0]))
    right = problem["decisions"][0]["winning"][0]
    problem["decisions"][0]["losing"] = [problem["decisions"][0]["losing"][0] | {"move": right, "why": "Trust me."}]
    forged = shelved(Pack(packs["single-left-problems"].description, (problem,)))
    with client(tmp_path, lambda: [forged]) as found:
        game = post(found, "open", {"kind": "puzzle", "id": problem["id"]}).json()
        asked = {"game": game["game"], "rules": game["set"], "deal": game["deal"], "puzzle": problem["id"], "slot": "s"}
        told = post(found, "verdict", asked | {"line": [*game["after"], right]}).json()
        assert told["verdict"] == "winnable"
        assert told["reason"] is None


def test_a_problem_with_illegal_moves_is_refused(packs):
    problem = packs["head-problems"].puzzles[0]
    broken = replace(shelved(few(packs["head-problems"], [0])), puzzles=({**problem, "solution": ["nonsense"]},))
    with pytest.raises(RefusedError, match="not well formed: 'nonsense'"):
        reasons(broken.puzzles[0])


def test_random_deals_of_a_level_are_no_problems():
    shelf = Shelf(packs_of_the_page)
    for game in GAMES:
        assert any(shelf.of_level(game, level) for level in range(1, 6))
        assert not any(pack.of_problems for level in range(1, 6) for pack, _ in shelf.of_level(game, level))


def losing(problem):
    return problem["decisions"][0]["losing"][0]


def play(page, moves):  # noqa: F811
    for move in moves:
        page.evaluate("(move) => Winnow.playing.make(move)", move)


def with_cards(name, sentence):
    """Return a sentence with the names of cards in place of their codes, and the corners of these cards."""
    looks = FACES.of(name).looks(GAMES[name])
    shown = [looks.cards[word].corner for word in re.findall(r"\w+", sentence) if word in looks.cards]
    return re.sub(r"\w+", lambda word: looks.of(word[0]).name, sentence), shown


def solve_on_the_page(page, address, problem, tmp_path):  # noqa: F811
    """Fail a problem, take the move back, solve it, and export the try; return its file."""
    page.goto(f"{address}#/puzzle/{problem['id']}")
    ready(page)
    assert page.locator(".goal-text").inner_text() == problem["goal_text"]
    play(page, [losing(problem)["move"]])
    page.locator(".problem.wrong").wait_for()
    told = page.locator(".problem p", has_text="That loses it.")
    sentence, corners = with_cards(problem["game"], losing(problem)["why"])
    assert told.text_content() == f"That loses it. {sentence}"
    assert told.locator(".rank").evaluate_all("(all) => all.map((node) => node.dataset.corner)") == corners
    page.get_by_role("button", name="Best that is left").click()
    page.locator(".hint-text p", has_text=re.compile("The best that is left|There is no end to show")).wait_for()
    page.get_by_role("button", name="Take it back").click()
    page.locator('.play[data-moves="0"]').wait_for()
    play(page, problem["solution"])
    page.locator(".problem.won").wait_for()
    assert "after a mistake" in page.locator(".problem").inner_text()
    page.goto(f"{address}#/problems/{problem['game']}")
    page.get_by_role("button", name="Mistakes again (1)").click()
    ready(page)
    play(page, problem["solution"])
    page.locator(".problem.won", has_text="Solved.").wait_for()
    page.get_by_role("link", name="Next problem").click()
    page.locator(".problem:not(.won)").wait_for(state="attached")
    assert page.evaluate("Winnow.playing.game.puzzle.id") != problem["id"]
    page.goto(f"{address}#/problems/{problem['game']}")
    page.get_by_role("button", name="No mistakes to repeat").wait_for()
    assert "from 1 problem" in page.locator(".standing").inner_text()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export tries").click()
    file = tmp_path / "attempts.jsonl"
    download.value.save_as(file)
    return file


def rated(file, problem):
    """Check the one try in an exported file, and return its person."""
    (attempt,) = map(json.loads, file.read_text().splitlines())
    assert (attempt["problem"], attempt["solved"], attempt["game"]) == (problem["id"], False, problem["game"])
    assert attempt["person"].startswith("player-")
    return attempt["person"]


def test_a_problem_is_missed_repeated_and_its_try_rated(screen, server, tmp_path, packs):
    problem = packs["head-problems"].puzzles[3]
    page = screen()  # noqa: F811
    file = solve_on_the_page(page, server.address, problem, tmp_path)
    person = rated(file, problem)
    # The try and the player's name are in the server's file, so another browser shows them.
    other = screen()
    other.goto(f"{server.address}#/problems/head")
    other.locator(".standing", has_text="from 1 problem").wait_for()
    with other.expect_download() as download:
        other.get_by_role("button", name="Export tries").click()
    download.value.save_as(tmp_path / "other.jsonl")
    assert rated(tmp_path / "other.jsonl", problem) == person


FROM_DISK = [WITH_PROBLEMS[0], *(pytest.param(path, marks=pytest.mark.full) for path in WITH_PROBLEMS[1:])]


@pytest.mark.parametrize("path", FROM_DISK, ids=lambda path: path.name)
def test_problems_play_from_the_disk(screen, tmp_path, packs, path):
    pack = few(packs[path.name], [2, 7])
    site.write_site(pack, tmp_path / "site")
    page = screen()  # noqa: F811
    file = solve_on_the_page(page, (tmp_path / "site/index.html").as_uri(), pack.puzzles[0], tmp_path)
    rated(file, pack.puzzles[0])
    page.get_by_label("The problem of a day").fill("2026-11-22")
    page.get_by_role("button", name="Play", exact=True).click()
    ready(page)


def test_moves_that_never_lose_are_made_by_themselves(screen, tmp_path, packs):
    problems = packs["universal-problems"]
    problem = next(one for one in problems.puzzles if one["by_hand"] < one["decided"])
    deal, after = deal_of(problem), problem["after"]
    site.write_site(Pack(problems.description, (problem,)), tmp_path)
    page = screen()  # noqa: F811
    page.goto(f"{(tmp_path / 'index.html').as_uri()}#/puzzle/{problem['id']}")
    ready(page)
    game = deal.bind()
    position = game.start()
    for move in after:
        position = game.play(position, move)
    alone, by_itself = [], 0
    for move in problem["solution"]:
        face_moves = FACES.of("universal").table(game, position)
        if face_moves.forced is not None and len(face_moves.gestures) > 1:
            by_itself += 1
        else:
            alone.append(move)
        position = game.play(position, move)
    assert by_itself
    for move in alone:
        page.evaluate("async (move) => { await Winnow.playing.make(move); await Winnow.playing.busy; }", move)
        until(page, "!Winnow.playing.problem.made(Winnow.playing.at)")
    page.locator(".problem.won").wait_for()
    assert page.evaluate("Winnow.playing.line") == problem["solution"]
    last_own = len(problem["solution"]) - 1
    while page.evaluate(f"Winnow.playing.problem.made({last_own})"):
        last_own -= 1
    # Undo goes back to the player's own last move.
    page.keyboard.press("u")
    until(page, "Winnow.playing.at === " + str(last_own))


def test_a_hint_decides_the_try_and_the_first_solved_one_counts(screen, server, packs):
    problem, other = packs["one-minute-problems"].puzzles[8:10]
    page = screen()  # noqa: F811
    page.goto(f"{server.address}#/puzzle/{problem['id']}")
    ready(page)
    page.keyboard.press("h")
    page.get_by_role("button", name="Show the move").wait_for()
    assert page.evaluate("Winnow.store.get(Winnow.playing.game.id).first") is False
    page.goto(f"{server.address}#/puzzle/{other['id']}")
    page.locator(".goal-text", has_text=other["goal_text"]).wait_for()
    ready(page)
    play(page, other["solution"])
    page.locator(".problem.won", has_text="Solved at the first try!").wait_for()
    assert page.evaluate("Winnow.store.get(Winnow.playing.game.id).first") is True
    page.goto(f"{server.address}#/problems/one-minute")
    page.locator(".standing", has_text="Streak: 1 (longest 1)").wait_for()
    page.get_by_label("By theme").select_option("pass it by")
    page.get_by_role("button", name="Play this theme").click()
    ready(page)
    assert "pass it by" in page.evaluate("Winnow.playing.game.puzzle.themes")


def test_the_rating_is_the_likeliest_and_days_differ(screen, server, packs):
    page = screen()  # noqa: F811
    page.goto(f"{server.address}#/problems/head")
    page.locator(".standing").wait_for()
    tries = [(rating / 10, rating % 3 > 0) for rating in range(-30, 31)]
    found = page.evaluate("(tries) => Winnow.ability(tries).logits", [list(one) for one in tries])
    # At the most likely ability the expected successes and the prior's pull (-1, 1.5) equal the successes.
    expected = sum(1 / (1 + math.exp(rating - found)) for rating, _ in tries) + (found + 1) / 1.5**2
    assert abs(expected - sum(solved for _, solved in tries)) < 1e-6
    puzzles = [{"id": p["id"], "level": p["level"]} for p in packs["head-problems"].puzzles[::20]]
    days = [f"2026-{month:02}-{day:02}" for month in range(1, 13) for day in range(1, 29)]
    chosen = page.evaluate("([ps, days]) => days.map((day) => Winnow.daily(ps, day))", [puzzles, days])
    assert len({one["id"] for one in chosen}) > 0.9 * len(puzzles)
    again = page.evaluate("([ps, days]) => days.map((day) => Winnow.daily(ps, day))", [puzzles[::-1], days])
    assert again == chosen
    assert page.evaluate("(ps) => Winnow.daily(ps, '2026-11-23').level", puzzles) == 1
    # A problem comes from the best tenth, whatever the weekday.
    beautiful = [{**p, "themes": ["burn"], "beauty": place} for place, p in enumerate(puzzles)]
    chosen = page.evaluate("([ps, days]) => days.map((day) => Winnow.daily(ps, day).beauty)", [beautiful, days])
    assert set(chosen) == set(range(len(puzzles) - math.ceil(len(puzzles) / 10), len(puzzles)))


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), pytest.param(1280, "light", marks=pytest.mark.full)])
def test_problem_mode_has_no_accessibility_violation(screen, server, packs, width, scheme):
    page = screen(width, 740, color_scheme=scheme)  # noqa: F811
    problem = packs["single-left-problems"].puzzles[5 + (width == 360)]
    page.goto(f"{server.address}#/problems/single-left")
    page.locator(".standing").wait_for()
    page.locator("summary").click()
    assert violations(page) == []
    page.goto(f"{server.address}#/puzzle/{problem['id']}")
    ready(page)
    play(page, [losing(problem)["move"]])
    page.locator(".problem.wrong").wait_for()
    assert violations(page) == []
    page.get_by_role("button", name="Take it back").click()
    page.locator('.play[data-moves="0"]').wait_for()
    play(page, problem["solution"])
    page.locator(".problem.won").wait_for()
    page.get_by_role("link", name="Next problem").wait_for()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
