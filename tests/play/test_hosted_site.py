"""The site in a browser: the same program and engines as winnow play, with nothing but static files behind them.

Building it takes minutes, so these tests are among the full ones. WINNOW_SITE names a site that is built already.
"""

import functools
import http.server
import json
import threading

import pytest
from browser import until

import winnow
from built_site import put_site
from winnow.cli.play import curated
from winnow.core.games import GAMES

pytestmark = pytest.mark.full

ASK = "(asked) => Winnow.carrier.ask(...asked)"


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """A built site, below another folder: a host may serve it under any path."""
    return put_site(tmp_path_factory.mktemp("host") / "some" / "where", curated())


class Host(http.server.SimpleHTTPRequestHandler):
    """Python's own server of files, without its log."""

    def log_message(self, *_):
        pass


@pytest.fixture
def host(folder):
    """The address of the site."""
    serve = functools.partial(Host, directory=folder.parents[1])
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), serve) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        server.address = f"http://127.0.0.1:{server.server_address[1]}/some/where/"
        yield server
        server.shutdown()


def go(page, address):
    page.goto(address)
    page.locator(".board .card").first.wait_for()


def ask(page, name, **fields):
    return page.evaluate(ASK, [name, fields])


@pytest.mark.parametrize("game", list(GAMES))
def test_each_game_is_dealt_and_its_lamp_tells_the_native_verdict(host, screen, game):
    page = screen()
    go(page, f"{host.address}#/deal/{game}/7")
    page.keyboard.press("l")
    until(page, "['winnable', 'unwinnable'].some((name) => document.querySelector('.lamp').classList.contains(name))")
    assert winnow.solve(game, 7).verdict in page.locator(".lamp").get_attribute("class")
    for number in range(1, 11):
        told = ask(page, "verdict", game=game, number=str(number), line=[], best=False, slot="s")
        native = winnow.solve(game, number).record()
        same = ("verdict", "line", "proof", "reason", "positions", "score", "bound")
        assert {name: told["value"].get(name) for name in same} == {
            name: json.loads(json.dumps(native.get(name))) for name in same
        }


def test_packages_of_the_browser_answer_what_needs_them(host, screen):
    page = screen()
    go(page, f"{host.address}#/deal/universal/2")
    asked = {"game": "universal", "number": "2", "line": [], "best": False, "slot": "s", "rules": {"passes": "1"}}
    told = ask(page, "verdict", **asked)
    assert told["value"]["verdict"] == winnow.solve("universal", 2, rules={"passes": "1"}).verdict
    small = {"columns": "4", "rows": "4", "deck": " ".join(winnow.Deal.numbered("blink", 1).cards[:12])}
    best = {"game": "blink", "number": "1", "line": [], "best": True, "slot": "s", "rules": small}
    native = winnow.solve("blink", 1, best=True, rules=small).record()
    assert ask(page, "verdict", **best)["value"]["score"] == native["score"]


def test_a_problem_is_solved_and_kept_over_a_reload(host, screen):
    pack = next(pack for pack in curated() if pack.game == "head" and pack.of_problems)
    puzzle = pack.puzzles[0]
    page = screen()
    go(page, f"{host.address}#/puzzle/{puzzle['id']}")
    for count, move in enumerate(puzzle["solution"], 1):
        page.evaluate("(move) => Winnow.playing.play(move)", move)
        until(page, f"Winnow.playing.at >= {count}")
    until(page, "document.querySelector('.problem').classList.contains('won')")
    page.reload()
    until(page, "Boolean(Winnow.playing)")
    kept = page.evaluate("Object.values(Winnow.store.entries).filter((entry) => entry.solved && entry.first).length")
    assert kept == 1


def test_a_game_goes_on_after_a_reload_and_without_a_network(host, screen):
    page = screen(expected="ERR_")
    go(page, f"{host.address}#/deal/universal/5")
    page.evaluate("Winnow.playing.play('T')")
    until(page, "Winnow.playing.at === 1")
    until(page, "navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))")
    page.reload()
    until(page, "Boolean(Winnow.playing) && Winnow.playing.at === 1")
    host.shutdown()
    page.context.set_offline(True)
    page.reload()
    until(page, "Boolean(Winnow.playing) && Winnow.playing.at === 1")
    told = ask(page, "verdict", game="universal", number="5", line=["T"], best=False, slot="s")
    assert told["value"]["verdict"] == winnow.solve("universal", 5, after=["T"]).verdict


def test_a_broken_cache_is_mended(host, screen):
    page = screen()
    go(page, f"{host.address}#/deal/universal/5")
    until(page, "navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))")
    broken = page.evaluate(
        "async () => { let count = 0; for (const name of await caches.keys()) { const cache = await caches.open(name);"
        " for (const key of await cache.keys()) if (key.url.includes('/engine/')) {"
        " await cache.put(key, new Response(new Uint8Array([31, 139, 8, 0, 1, 2, 3]))); count += 1; } } return count; }"
    )
    assert broken == 5
    page.reload()
    until(page, "Boolean(Winnow.engine.page)")
    told = ask(page, "verdict", game="universal", number="5", line=[], best=False, slot="s")
    assert told["status"] == 200


HOSTILE = [
    "#/deal/nope/1", "#/deal/head/-1", "#/deal/head/99999999999999999999999", "#/deal/head/1e5",
    "#/open/{", "#/open/[]", "#/open/null", '#/open/{"kind":"deal","game":"head","deal":"AM AM"}',
    "#/puzzle/..%2F..%2Fbuild.js", "#/puzzle/__proto__", "#/%",
    '#/open/{"kind":"deal","game":"blink","number":1,"rules":{"deck":"/etc/passwd"}}',
    '#/open/{"kind":"deal","game":"<img src=x onerror=alert(1)>","number":1}',
]  # fmt: skip


def test_hostile_links_get_a_sentence(host, screen):
    page = screen()
    page.goto(host.address)
    until(page, "Boolean(Winnow.engine.page)")
    for link in HOSTILE:
        page.goto("about:blank")
        page.goto(host.address + link)
        page.locator(".trouble").first.wait_for(timeout=30_000)
        assert page.locator("main img").count() == 0


def test_a_question_that_is_dropped_frees_its_thinker_at_once(host, screen):
    page = screen()
    go(page, f"{host.address}#/deal/blink/1")
    until(page, "Winnow.engine.thinkers.filter(({ worker }) => worker).length === 2")
    took = page.evaluate(
        """async () => {
          const asked = { game: 'blink', number: '1', line: [], best: true, slot: 's' };
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


def test_a_newer_site_takes_the_place_of_an_older_one(folder, host, screen):
    page = screen()
    go(page, f"{host.address}#/deal/universal/5")
    until(page, "navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))")
    index, worker = folder / "index.html", folder / "sw.js"
    before = index.read_text(), worker.read_text()
    try:
        index.write_text(before[0].replace("<title>Winnow", "<title>Newer Winnow"))
        worker.write_text(before[1].replace('VERSION = "winnow.', 'VERSION = "winnow.new'))
        page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
        until(page, "caches.keys().then((names) => names.length === 1 && names[0].startsWith('winnow.new'))")
    finally:
        index.write_text(before[0])
        worker.write_text(before[1])


def test_nothing_is_asked_of_another_address(host, screen):
    page, asked = screen(), []
    page.on("request", lambda request: asked.append(request.url))
    go(page, f"{host.address}#/deal/head/3")
    until(page, "Boolean(Winnow.engine.page)")
    assert [url for url in asked if not url.startswith((host.address, f"blob:{host.address.split('/some')[0]}"))] == []
