"""The site in a browser, in the long run: hostile links and packs, broken caches, updates, the JavaScript module."""

import gzip
import json

import pytest
from browser import until

import winnow
from built_site import FEW, part_content
from hosting import KEPT, ask, go
from winnow.cli.play import curated
from winnow.core.games import GAMES
from winnow.site.parts import as_script

pytestmark = pytest.mark.full


def test_the_first_request_may_be_a_question_that_needs_packages_of_the_browser(host, screen):
    page, requests = screen(), []
    page.on("request", lambda request: requests.append(request.url))
    pack = next(pack for pack in curated() if pack.game == "single-left" and not pack.of_problems)
    go(page, f"{host.address}#/puzzle/{pack.puzzles[0]['id']}")
    asked = {"number": "2", "line": [], "best": False, "game": "universal", "rules": {"passes": "1"}}
    told = page.evaluate("(asked) => Winnow.engine.ask('verdict', asked)", asked)
    assert (page.evaluate("Winnow.engine.numbers"), told["status"]) == (1, 200)
    assert told["value"]["verdict"] == winnow.solve("universal", 2, rules={"passes": "1"}).verdict
    small = {"columns": "4", "rows": "4", "deck": " ".join(winnow.Deal.numbered("blink", 1).cards[:12])}
    best = {"game": "blink", "number": "1", "line": [], "best": True, "rules": small}
    native = winnow.solve("blink", 1, best=True, rules=small).record()
    assert ask(page, "verdict", **best)["value"]["score"] == native["score"]
    # Nothing is asked of another address.
    origin = page.evaluate("location.origin")
    assert [url for url in requests if not url.startswith((host.address, f"blob:{origin}/"))] == []


ENGINE = "**/engine/**"


@pytest.mark.parametrize("game", list(GAMES))
def test_a_problem_is_judged_before_the_engine_has_come(host, screen, game):
    puzzle = next(pack for pack in curated() if pack.game == game and pack.of_problems).puzzles[0]
    wrong = puzzle["decisions"][0]["losing"][0]["move"]
    held, holds = [], [True]
    page = screen(expected="Service Worker", service_workers="block")

    def hold(route):
        held.append(route) if holds else route.continue_()

    page.route(ENGINE, hold)
    go(page, f"{host.address}#/puzzle/{puzzle['id']}")
    for count, move in enumerate(puzzle["solution"][: puzzle["decisions"][0]["place"]], 1):
        page.evaluate("(move) => Winnow.playing.play(move)", move)
        until(page, f"Winnow.playing.at >= {count}")
    page.evaluate("(move) => Winnow.playing.play(move)", wrong)
    until(page, "document.querySelector('.problem').classList.contains('wrong')")
    page.get_by_role("button", name="Take it back").click()
    until(page, "!document.querySelector('.problem').classList.contains('wrong')")
    page.evaluate("(move) => Winnow.playing.play(move)", puzzle["solution"][puzzle["decisions"][0]["place"]])
    until(
        page, "['right', 'won', 'decided'].some((name) => document.querySelector('.problem').classList.contains(name))"
    )
    assert page.evaluate("Winnow.engine.page") is None
    holds.clear()
    for route in held:
        route.continue_()
    until(page, "Boolean(Winnow.engine.page)")
    line = puzzle["after"] + puzzle["solution"][: puzzle["decisions"][0]["place"]]
    asked = {"game": game, "rules": puzzle["rules"], "deal": puzzle["deal"], "puzzle": puzzle["id"]}
    told = ask(page, "verdict", **asked, line=[*line, wrong], best=False)
    assert told["value"]["verdict"] == "unwinnable"


def test_a_problem_without_stored_positions_is_opened_by_the_engine(host, screen):
    pack = next(pack for pack in curated() if pack.game == "head" and pack.of_problems)
    page = screen(expected="404")
    go(page, f"{host.address}#/puzzle/{pack.puzzles[FEW]['id']}")
    page.goto("about:blank")
    page.goto(f"{host.address}#/puzzle/{'0' * 16}")
    page.locator(".trouble").first.wait_for()
    assert "No pack here has a puzzle of that id." in page.locator(".trouble").inner_text()


def test_a_broken_cache_is_mended(host, screen):
    page = screen()
    go(page, f"{host.address}#/deal/universal/5")
    until(page, KEPT)
    broken = page.evaluate(
        "async () => { let count = 0; for (const name of await caches.keys()) { const cache = await caches.open(name);"
        " for (const key of await cache.keys()) if (key.url.includes('/engine/')) {"
        " await cache.put(key, new Response(new Uint8Array([31, 139, 8, 0, 1, 2, 3]))); count += 1; } } return count; }"
    )
    assert broken == 6
    page.reload()
    until(page, "Boolean(Winnow.engine.page)")
    page.locator("#loading").wait_for(state="hidden")
    told = ask(page, "verdict", game="universal", number="5", line=[], best=False)
    assert told["status"] == 200


HOSTILE_TEXT = '<img src=x onerror="document.title=1">\u202e\x00'


def hostile(value):
    """Return a pack's records with every title, goal and theme hostile, and ids that name what objects have already."""
    names = iter(("__proto__", "constructor", "../../build.js", "toString"))

    def puzzle(one):
        return one | {"id": next(names, one["id"]), "themes": [HOSTILE_TEXT], "goal": HOSTILE_TEXT}

    return {
        "packs": [
            pack | {"title": HOSTILE_TEXT, "puzzles": pack["puzzles"] and [puzzle(one) for one in pack["puzzles"]]}
            for pack in value["packs"]
        ]
    }


def test_a_hostile_pack_shows_its_text_and_does_nothing(folder, host, screen):
    file = next((folder / "data").glob("packs.*.part"))
    value = hostile(json.loads(gzip.decompress(part_content(file))))
    page = screen(expected="Service Worker", service_workers="block")
    body = as_script(gzip.compress(json.dumps(value).encode()))
    page.route(f"**/{file.name}", lambda route: route.fulfill(body=body))
    page.goto(f"{host.address}#/")
    until(page, "Boolean(Winnow.engine.page)")
    for game in GAMES:
        page.goto(f"{host.address}#/game/{game}")
        page.locator("h1").first.wait_for()
    page.goto(f"{host.address}#/problems/head")
    page.locator("h1").first.wait_for()
    for name in ("__proto__", "constructor", "toString"):
        page.goto("about:blank")
        page.goto(f"{host.address}#/puzzle/{name}")
        page.locator(".trouble").first.wait_for()
    assert page.locator("main img").count() == 0
    assert page.title() != "1"


def test_a_part_that_is_cut_off_or_no_part_is_said(folder, host, screen):
    page = screen(expected="", service_workers="block")
    page.route("**/engine/memory.*", lambda route: route.fulfill(body='Winnow.part("'))
    page.goto(f"{host.address}#/deal/head/1")
    page.locator(".trouble").first.wait_for()
    assert "The engine cannot be loaded" in page.locator(".trouble").inner_text()
    page.unroute("**/engine/memory.*")
    page.goto(f"{host.address}?again#/deal/head/1")
    until(page, "Boolean(Winnow.engine.page)")


def test_a_question_that_is_dropped_frees_its_thinker_at_once(host, screen):
    page = screen()
    go(page, f"{host.address}#/deal/blink/1")
    until(page, "Winnow.engine.thinkers.filter(({ worker }) => worker).length === 2")
    took = page.evaluate(
        """async () => {
          const asked = { game: 'blink', number: '1', line: [], best: true };
          const leaving = new AbortController();
          const told = Winnow.carrier.ask('verdict', asked, leaving.signal).catch((error) => error.name);
          const find = () => Winnow.engine.thinkers.find(({ question }) => question !== null);
          while (!find()) await new Promise((go) => setTimeout(go, 5));
          const busy = find();
          const began = performance.now();
          leaving.abort();
          while (!busy.ended) await new Promise((go) => setTimeout(go, 1));
          return [await told, performance.now() - began];
        }"""
    )
    assert took[0] == "AbortError"
    assert took[1] < 50


PRESS = """
([pile, key, says]) => {
  const cards = [...document.querySelectorAll('#board button')].filter(({ dataset }) => dataset.pile === pile);
  cards.filter(({ dataset }) => !key || dataset.key === key).at(-1)?.click();
  [...document.querySelectorAll('#moves button')].find(({ textContent }) => textContent === says)?.click();
}
"""
"""JavaScript: clicks a card or a pile of the example's board, then the move of a sentence if several are left."""
KEYS = "[...document.querySelectorAll('#board button')].map(({ dataset }) => dataset.key).filter(Boolean).sort()"


def test_the_example_plays_each_game_on_a_board_with_its_own_cards_and_the_module_ends(host, screen):
    page = screen(390)
    page.goto(f"{host.address}example.html")
    for game in GAMES:
        until(page, "Boolean(document.querySelector('#board button'))")
        page.locator("select").select_option(game)
        page.locator("form button").click()
        position = winnow.Position(game, 1)
        for step in range(9):
            keys = sorted(card.key for pile in position.table.piles for card in pile.cards)
            until(page, f"!document.querySelector('#board').inert && String({KEYS}) === '{','.join(keys)}'")
            if not (gestures := position.table.gestures):
                break
            gesture = gestures[step % len(gestures)]
            card = None if gesture.tap else gesture.cards[0]
            page.evaluate(PRESS, [gesture.tap or gesture.source, card, gesture.says])
            position.push(gesture.move)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.locator("select").select_option("universal")
    page.locator("input").fill("4")
    page.locator("form button").click()
    until(page, "document.getElementById('told').textContent === ''")
    page.locator("#hint").click()
    page.get_by_text("undecided: a limit was reached (positions)").wait_for()
    page.evaluate("import('./winnow.mjs').then(async ({ loadWinnow }) => { window.w = await loadWinnow(); })")

    def run(body):
        return page.evaluate(f"(async () => {{ const w = window.w; {body} }})()")

    left = """const leaving = new AbortController();
        const asked = w.solve({ game: 'blink', number: 1, best: true }, { signal: leaving.signal });
        setTimeout(() => leaving.abort(), 1500);
        return asked.catch((error) => error.name);"""
    assert run(left) == "AbortError"
    assert run("return w.solve({ game: 'universal', number: 1 })")["verdict"] == "winnable"
    assert run("w.close(); return w.solve({ game: 'head', number: 1 }).catch((error) => error.name)") == "AbortError"


def test_the_site_can_be_installed(host, screen):
    page = screen()
    page.goto(host.address)
    until(page, "navigator.serviceWorker.ready.then(() => true)")
    errors = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")["installabilityErrors"]
    # The tests' browser contexts are like private windows, in which nothing is installed.
    assert [error["errorId"] for error in errors] in ([], ["in-incognito"])
    told = page.context.new_cdp_session(page).send("Page.getAppManifest")
    assert told["errors"] == []
    sizes = page.evaluate(
        """(icons) => Promise.all(icons.map(async ({ src, sizes }) => {
          const image = await createImageBitmap(await (await fetch(src)).blob());
          return [sizes, `${image.width}x${image.height}`];
        }))""",
        [icon for icon in json.loads(told["data"])["icons"] if icon["type"] == "image/png"],
    )
    assert len(sizes) == 3
    assert all(stated == real for stated, real in sizes)
