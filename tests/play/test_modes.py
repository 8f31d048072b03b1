"""Other ways to play in a real browser: problems, cards face down, real cards, the clock, introductions."""

import re

import pytest
from browser import Player, choose, resized, until
from test_browser import go, make, press, ready

import hosting
import winnow
from asking import CURATED, curated_pack
from winnow.api.along import begun as begun_along
from winnow.api.along import entered, settled
from winnow.core.deals import Deal
from winnow.core.drawing.decks import looks_of
from winnow.core.drawing.seen import next_place
from winnow.core.face import FACES
from winnow.core.fair import FAIR
from winnow.core.games import GAMES
from winnow.core.knowledge import known_after
from winnow.core.lines import replay
from winnow.games.head.rules import Head
from winnow.games.one_minute.rules import OneMinute
from winnow_puzzles.packs import site
from winnow_puzzles.packs.reading import Pack, deal_of


def with_cards(name, sentence):
    """Return a sentence with the names of cards in place of their codes, and the corners of these cards."""
    looks = FACES.of(name).looks(GAMES[name])
    shown = [looks.cards[word].corner for word in re.findall(r"\w+", sentence) if word in looks.cards]
    return re.sub(r"\w+", lambda word: looks.of(word[0]).name, sentence), shown


CUT = """(() => {
  const { top, bottom } = document.querySelector('.problem').getBoundingClientRect();
  const shown = [...document.querySelectorAll('.problem > *')].filter((node) => node.offsetHeight);
  return shown.filter((node) => {
    const box = node.getBoundingClientRect();
    return box.top < top || box.bottom > bottom;
  }).map((node) => node.textContent);
})()"""
"""JavaScript: what a problem's box on a phone says or offers beyond its edges."""


FROM_DISK = [
    name if name == "blink-problems" else pytest.param(name, marks=pytest.mark.full)
    for name in sorted(path.name for path in CURATED.iterdir() if path.name.endswith("-problems"))
]


@pytest.mark.parametrize("name", FROM_DISK)
def test_a_problem_of_a_static_site_is_missed_and_repeated(screen, tmp_path, name):
    pack = curated_pack(name)
    two = Pack(pack.description, (pack.puzzles[2], pack.puzzles[7]))
    site.write_site(two, tmp_path / hosting.PLACE)
    with hosting.hosted(tmp_path / hosting.PLACE) as host:
        missed_and_repeated(screen, host, pack)


def missed_and_repeated(screen, host, pack):
    problem = pack.puzzles[2]
    losing = problem["decisions"][0]["losing"][0]
    page = screen(360, 740, color_scheme="dark")
    go(page, host, f"#/puzzle/{problem['id']}")
    assert page.locator(".goal-text").inner_text() == problem["goal_text"]
    make(page, losing["move"])
    page.locator(".problem.wrong").wait_for()
    told = page.locator(".problem p", has_text="That loses it.")
    sentence, corners = with_cards(problem["game"], losing["why"])
    assert told.text_content() == f"That loses it. {sentence}"
    assert told.locator(".rank").evaluate_all("(all) => all.map((node) => node.dataset.corner)") == corners
    press(page, "Take it back")
    page.locator('.play[data-moves="0"]').wait_for()
    make(page, *problem["solution"])
    page.locator(".problem.won", has_text="after a mistake").wait_for()
    for size in ((320, 568), (390, 844), (360, 740)):
        resized(page, *size)
        assert page.evaluate(CUT) == []
    assert not page.evaluate("Winnow.store.get(Winnow.playing.game.id).solved")
    page.goto(f"{host.address}#/problems/{problem['game']}")
    page.emulate_media(reduced_motion="no-preference")
    press(page, "Mistakes again (1)")
    ready(page)
    make(page, *problem["solution"])
    page.locator(".problem.won", has_text="Solved.").wait_for()
    until(page, f"Winnow.playing.game.puzzle.id === '{pack.puzzles[7]['id']}'")  # the next comes by itself
    page.goto(f"{host.address}#/problems/{problem['game']}")
    page.get_by_role("button", name="No mistakes to repeat").wait_for()
    assert "from 1 problem" in page.locator(".standing").inner_text()


def test_moves_that_never_lose_are_made_by_themselves(screen, tmp_path):
    pack = curated_pack("universal-problems")
    problem = next(one for one in pack.puzzles if one["by_hand"] < one["decided"])
    site.write_site(Pack(pack.description, (problem,)), tmp_path)
    page = screen()
    page.goto(f"{(tmp_path / 'index.html').as_uri()}#/puzzle/{problem['id']}")
    ready(page)
    game = deal_of(problem).bind()
    position = replay(game, game.start(), problem["after"])
    alone = []
    for move in problem["solution"]:
        table = FACES.of("universal").table(game, position)
        if table.forced is None or len(table.gestures) == 1:
            alone.append(move)
        position = game.play(position, move)
    assert len(alone) < len(problem["solution"])
    for move in alone:
        make(page, move)
        until(page, "!Winnow.playing.problem.made(Winnow.playing.at)")
    page.locator(".problem.won").wait_for()
    assert page.evaluate("Winnow.playing.line") == problem["solution"]
    last_own = len(problem["solution"]) - 1
    while page.evaluate(f"Winnow.playing.problem.made({last_own})"):
        last_own -= 1
    # Undo goes back to the player's own last move.
    page.keyboard.press("u")
    until(page, f"Winnow.playing.at === {last_own}")


def test_a_hint_decides_the_try_and_the_first_solved_one_counts(screen, server):
    problem, other = curated_pack("single-left-problems").puzzles[8:10]
    page = screen()
    go(page, server, f"#/puzzle/{problem['id']}")
    page.keyboard.press("h")
    page.get_by_role("button", name="Show the move").wait_for()
    assert page.evaluate("Winnow.store.get(Winnow.playing.game.id).first") is False
    go(page, server, f"#/puzzle/{other['id']}")
    make(page, *other["solution"])
    page.locator(".problem.won, .problem.decided", has_text=re.compile(r"Solved at the first try! \+\d+")).wait_for()
    page.goto(f"{server.address}#/problems/single-left")
    page.locator(".standing", has_text="Streak: 1 (longest 1)").wait_for()
    theme = other["themes"][0]
    page.get_by_label("By theme").select_option(theme)
    press(page, "Play this theme")
    ready(page)
    assert theme in page.evaluate("Winnow.playing.game.puzzle.themes")
    puzzle = curated_pack("single-left").puzzles[6]
    *line, last = puzzle["verdict"]["line"]
    go(page, server, f"#/puzzle/{puzzle['id']}")
    page.evaluate("(line) => Winnow.playing.lay({ line, at: line.length, helped: 1 })", line)
    make(page, last)
    page.get_by_text("does not count as solved").wait_for()
    page.goto(f"{server.address}#/game/single-left")
    page.locator(".puzzle").first.wait_for()
    assert page.locator(".puzzle.solved").count() == 0


GAME, NUMBER = "single-left", 3
EIGHT_MOVES = """async () => {
  const { playing } = Winnow;
  for (let made = 0; made < 8 && !playing.table.over; made += 1) await playing.make(playing.table.gestures[0].move);
  return playing.busy.then(() => playing.moves());
}"""


def test_a_game_face_down_is_played_to_its_end_and_no_unseen_card_comes_to_the_page(screen, server):
    page = screen(390, 844)
    deal, told = Deal.numbered(GAME, NUMBER, {"discarding": "optional"}), []
    choose(page, f"{server.address}#/game/{GAME}")
    page.get_by_text("More ways to play").click()
    page.get_by_label("Cards face down", exact=False).set_checked(True)
    page.get_by_label("A numbered deal").fill(str(NUMBER))

    def listen(request):
        """Note the tables that the page asks for."""
        asked = request.post_data_json if request.method == "POST" else {}
        if asked.get("fair") and request.url.endswith("/table"):
            told.append(asked["line"])

    page.on("request", listen)
    page.locator("form").filter(has_text="A numbered deal").get_by_role("button").click()
    ready(page)
    page.locator(".play").press("l")
    page.locator(".lamp.chance, .lamp.good").wait_for()
    press(page, "Peek")
    assert not page.evaluate("Winnow.playing.helped")
    page.get_by_role("button", name="Look under the cards?", exact=False).click()
    page.locator(".lamp.winnable, .lamp.unwinnable").wait_for()
    assert page.evaluate("Winnow.playing.helped")
    page.keyboard.press("l")
    page.keyboard.press("Space")
    until(page, "Winnow.playing.at === 1")
    page.reload()
    until(page, "Winnow.playing && Winnow.playing.at === 1")
    line, told[:] = page.evaluate("Winnow.playing.moves()"), []
    while not page.evaluate("Winnow.playing.table.over"):
        line = page.evaluate(EIGHT_MOVES)
        unseen = set(known_after(deal, line).unseen)
        shown = page.evaluate("JSON.stringify([Winnow.playing.game, Winnow.playing.table, Winnow.playing.tables])")
        assert not set(re.findall(r"\w+", shown)) & unseen
    # A table of a later move would show cards that are still to be seen.
    assert told == [line[:count] for count in range(2, len(line) + 1)]
    assert len(line) > len(deal.cards)
    assert re.search(r"[1-3] of 3 stars", page.locator(".stars").get_attribute("aria-label"))
    page.locator(".worth", has_text="good player").wait_for()
    press(page, "See why")
    assert page.locator(".scrub").get_attribute("max") == str(len(line))
    assert "Judged by the cards you could see: no mistake" in page.locator(".story").inner_text()


HAND = ("9LK", "AK", "8MS", "6LK", "CK", "AL")
CARD_NAMES = {token: look.name for token, look in looks_of(Head.cards).cards.items()}


def next_entry(knowledge, deal):
    """Return the card that turns up next, else the natural player's move; None at the end."""
    if (place := next_place(knowledge)) is not None:
        return deal.cards[place]
    game, position = knowledge.shown()
    return FAIR.of(game.name).natural(game, position)


def test_a_game_with_real_cards_is_entered_corrected_advised_and_played_to_its_end(screen, server):
    page = screen(390, 844, has_touch=True)

    def enter(card):
        page.locator(".keypad").get_by_role("button", name=CARD_NAMES[card], exact=False).first.click()
        page.evaluate("Winnow.playing.busy")

    choose(page, f"{server.address}#/game/head")
    page.get_by_text("More ways to play").click()
    press(page, "Play along")
    page.locator(".keypad button").first.wait_for()
    for card in (*HAND[:5], "AM"):
        enter(card)
    page.locator(".entered button").last.click()
    assert "Which card is it" in page.locator(".along h2").inner_text()
    enter(HAND[5])
    assert page.evaluate("Winnow.playing.entries.map((entry) => entry.text)") == list(HAND)
    assert page.locator(".keypad button").count() == 0
    press(page, "Advice")
    page.locator("#main").get_by_text("A good player makes this move", exact=False).wait_for()
    page.locator(".along-actions button").first.click()
    page.locator("#main").get_by_text("Which card turns up?").wait_for()
    press(page, "Take back")
    page.locator("#main").get_by_text("Your move").wait_for()
    knowledge, entries, deal = settled(begun_along("head", {})), [], Deal.numbered("head", 1)
    while (entry := next_entry(knowledge, deal)) is not None:
        entries.append({"text": entry, "card": next_place(knowledge) is not None})
        knowledge = entered(knowledge, entry)
    page.evaluate("(entries) => Winnow.playing.enter(entries)", entries[:-4])
    for entry in entries[-4:]:
        assert page.evaluate("Winnow.playing.found.card") == entry["card"]
        page.evaluate("(entry) => Winnow.playing.add(entry)", entry["text"])
    bound, end = knowledge.shown()
    assert page.evaluate("Winnow.playing.found.unseen") == list(knowledge.unseen)
    assert page.evaluate("Winnow.playing.found.table.score") == bound.score(end)
    page.locator("#main").get_by_text("The game is over").wait_for()


CLOCK = 5
"""The number of the packet against the clock."""
PILES = "[Winnow.playing.running, Winnow.playing.pile.length, Winnow.playing.waste.length]"


def test_the_minute_is_won_lost_and_ended_by_keys_thumb_and_clock(screen, server):
    page = screen(390, 844, has_touch=True)
    page.clock.install()

    def begin():
        page.goto("about:blank")
        page.goto(f"{server.address}#/clock/one-minute/{CLOCK}")
        until(page, "document.activeElement && document.activeElement.textContent === 'Start'")
        page.keyboard.press("Enter")
        # A press of a busy browser is not a long one.
        page.evaluate("Winnow.playing.longPress = 1e9")

    begin()
    deal = Deal.numbered("one-minute", CLOCK).cards
    packet = OneMinute(Deal.numbered("one-minute", 0).rules, deal).start().hand
    assert page.evaluate("Winnow.playing.hand") == list(packet)
    page.keyboard.press("Space")
    assert page.evaluate(PILES) == [True, 1, 1]
    assert page.evaluate("Winnow.playing.waste") == [deal[51]]
    page.locator(".minute-table").tap()
    assert page.evaluate(PILES) == [True, 1, 2]
    page.evaluate("Winnow.playing.longPress = 0")
    page.keyboard.down("Space")
    page.clock.run_for(10)
    until(page, "Winnow.playing.pile.length === 2")
    page.keyboard.up("Space")
    for _ in range(3):
        page.keyboard.down("Enter")
    assert page.evaluate("Winnow.playing.pile.length") == 3  # a key held down is one press
    page.keyboard.up("Enter")
    page.clock.fast_forward(61_000)
    told = page.locator(".minute-told")
    told.get_by_text("Lost.").wait_for()
    told.get_by_text("60.0 seconds").wait_for()
    right = told.locator("li.right").count()
    assert told.locator("li.wrong").count() == (right < 3)
    assert told.inner_text().startswith(f"{right} of 52, your best {right}.")
    press(page, "Again")
    assert page.evaluate("Winnow.playing.pile.length") == 1
    begin()
    page.get_by_role("button", name="To the pile").tap()
    assert page.evaluate(PILES) == [True, 2, 0]
    page.evaluate("while (Winnow.playing.running) Winnow.playing.toPile()")
    told.get_by_text("Lost.").wait_for()
    assert "does not match" in told.inner_text()
    assert told.locator("li.wrong").count() == 1
    begin()
    for card in winnow.solve("one-minute", CLOCK, rules={"handlings": 150}).line[1:]:
        while page.evaluate("Winnow.playing.hand[0] || Winnow.playing.waste.at(-1)") != card:
            page.keyboard.press("Space")
        page.keyboard.press("Enter")
    told.get_by_text("Won!").wait_for()
    assert "Every card matches, or lies at an impasse." in told.inner_text()
    assert told.locator("li").count() == 52


@pytest.mark.parametrize("name", list(GAMES))
def test_an_introduction_wins_in_four_to_six_steps(name):
    lesson = FACES.of(name).lesson
    record, line = lesson.record(), [move for step in lesson.steps for move in step.moves]
    game = Deal.parse(name, record["deal"], record["rules"]).bind()
    assert game.won(replay(game, game.start(), line))
    assert 4 <= len(lesson.steps) <= 6


@pytest.mark.parametrize(
    "name", [name if name == "head" else pytest.param(name, marks=pytest.mark.full) for name in GAMES]
)
def test_an_introduction_is_played_and_kept_apart_from_games(screen, server, name):
    lesson = FACES.of(name).lesson
    record = lesson.record()
    page = screen(390, 844)
    go(page, server, f"#/learn/{name}")
    line = [move for step in lesson.steps for move in step.moves]
    Player(page, "click").play(name, Deal.parse(name, record["deal"], record["rules"]), line)
    page.get_by_text("That is the game.").wait_for()
    until(page, "Object.keys(Winnow.store.entries).length === 0")
