"""How games end on the page: the run that plays itself, scores beside the best, and a page that fits when zoomed."""

import pytest
from browser import until
from test_browser import losing_line, open_small, ready
from test_kept import make, winning

from winnow.core.games import GAMES

SAFE = 3
"""Moves left of the small Universal game when nothing can go wrong any more."""


@pytest.fixture
def almost(screen, server):
    """Return a page on which the small Universal game is won but for its last moves."""

    def begin(**settings):
        page = screen()
        open_small(page, server, "universal")
        page.evaluate("(settings) => Object.assign(Winnow.store.settings, settings)", settings)
        line = winning("universal")
        make(page, *line[:-SAFE])
        return page, len(line)

    return begin


def test_the_last_moves_are_offered_and_made(almost):
    page, moves = almost()
    page.get_by_role("button", name="Play it to the end").click()
    page.locator(".notice.won").wait_for()
    assert page.evaluate("Winnow.playing.at") == moves
    assert "does not count" not in page.locator(".notice").inner_text()
    # A move that is taken back is the player's again.
    page.keyboard.press("u")
    until(page, f"Winnow.playing.at === {moves - 1}")
    assert page.evaluate("Winnow.playing.runOut()") is None


def test_the_last_moves_can_be_left_to_the_player(almost):
    page, moves = almost(stay=True)
    assert page.evaluate("Winnow.playing.runOut()") is not None
    make(page, winning("universal")[-SAFE])
    assert page.get_by_role("button", name="Play it to the end").count() == 0
    assert page.evaluate("Winnow.playing.at") == moves - SAFE + 1


def test_the_last_moves_are_made_by_themselves_and_a_press_stops_them(almost):
    page, moves = almost(stay=True)
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate("delete Winnow.store.settings.stay; void Winnow.playing.finish()")
    page.get_by_role("button", name="Stop", exact=True).click()
    until(page, "!Winnow.playing.running")
    assert page.evaluate("Winnow.playing.at") < moves
    page.evaluate("void Winnow.playing.finish()")
    page.locator(".notice.won").wait_for()


def test_a_long_way_to_the_end_is_left_to_the_player(almost):
    """A line of forced moves is followed for twenty moves: more are a game, not an end."""
    page, _moves = almost(stay=True)
    page.evaluate(
        """() => {
          window.asked = 0;
          const { table } = Winnow.playing;
          const source = { table: async () => { window.asked += 1; return table; } };
          Winnow.playing.source = source;
        }"""
    )
    assert page.evaluate("Winnow.playing.runOut()") is None
    assert page.evaluate("window.asked") == 20


def test_the_proven_best_stands_beside_the_score(screen, server):
    page = screen()
    _deal, line, lost = losing_line("universal")
    open_small(page, server, "universal")
    make(page, *line, lost)
    while not page.evaluate("Winnow.playing.table.over"):
        make(page, page.evaluate("Winnow.playing.table.gestures[0].move"))
    page.get_by_text("Best possible, proven").wait_for()
    text = page.locator(".notice .numbers").inner_text()
    assert "6 cards on the bar" in text
    assert "best so far" in text


def test_a_score_of_a_full_deck_has_its_grade(screen, server):
    page = screen()
    page.goto(f"{server.address}#/deal/universal/7")
    ready(page)
    grades = {0: "0 cards on the bar", 1: "1 card on the bar: Novice", 59: "59 cards on the bar: Expert"}
    for score, text in grades.items():
        assert page.evaluate("(score) => Winnow.playing.scored(score)", score) == text


@pytest.mark.parametrize("name", list(GAMES))
def test_a_long_sentence_of_the_lamp_covers_and_moves_nothing(screen, server, name):
    page = screen(360, 740)
    page.goto(f"{server.address}#/deal/{name}/7")
    ready(page)
    nodes = "[...document.querySelectorAll('.counter, .board, .bar')]"
    boxes = f"{nodes}.map((node) => JSON.stringify(node.getBoundingClientRect()))"
    before = page.evaluate(boxes)
    page.evaluate("Winnow.playing.truth.lamp('unwinnable', 'a reason of many words '.repeat(20), 'the best', 'how')")
    assert page.evaluate(boxes) == before
    assert page.evaluate("document.querySelector('.lamp').getBoundingClientRect().right") <= 360


@pytest.mark.parametrize("size", [(640, 400), (400, 640)], ids=["desk", "tall"])
def test_a_page_zoomed_to_200_percent_overlaps_nothing(screen, server, size):
    """A screen of 1280 x 800 shows that many pixels of the page."""
    page = screen(*size, device_scale_factor=2)
    for name in GAMES:
        page.goto("about:blank")
        page.goto(f"{server.address}#/deal/{name}/7")
        ready(page)
        assert page.evaluate(OVERLAPS) == [], name


OVERLAPS = """
() => {
  const all = document.querySelectorAll('.heading, .lamp, .counters, .board, .actions, .controls');
  const parts = [...all].filter((node) => node.getClientRects().length);
  const found = [];
  for (const [index, one] of parts.entries()) {
    const a = one.getBoundingClientRect();
    const inside = a.left >= -1 && a.top >= -1 && a.right <= innerWidth + 1 && a.bottom <= innerHeight + 1;
    if (!inside) found.push(`${one.className} leaves the screen`);
    for (const other of parts.slice(index + 1)) {
      const b = other.getBoundingClientRect();
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 1 && high > 1) found.push(`${one.className} over ${other.className}`);
    }
  }
  if (document.querySelector('.board').clientHeight < 120) found.push('no room for the table');
  return found;
}
"""


def test_the_rules_begin_with_pictures(screen, server):
    page = screen(390, 844)
    page.goto(f"{server.address}#/deal/head/7")
    ready(page)
    page.evaluate("Winnow.Panels.rules(Winnow.playing)")
    steps = page.evaluate("Winnow.playing.about.lesson.steps.length")
    until(page, f"document.querySelectorAll('.rule-cards li').length === {steps}")
    assert page.locator(".rule-cards .arrows .head").count() == steps
    page.get_by_text("The rules in full").click()
    page.get_by_text("The basic Decktet").wait_for()


def test_cards_that_a_reason_names_are_marked(screen, server):
    page = screen()
    open_small(page, server, "universal")
    card = page.evaluate("Winnow.playing.table.piles.flatMap((pile) => pile.cards).find((one) => one.face_up).card")
    page.evaluate("(card) => Winnow.playing.board.name(`${card} is under it.`)", card)
    assert page.locator(".card.named").count() == 1
    page.evaluate("Winnow.playing.board.show(Winnow.playing.table)")
    assert page.locator(".card.named").count() == 0


def test_wins_stand_beside_good_play_and_the_week_has_its_best(screen, server):
    page = screen()
    page.goto(server.address)
    page.locator(".game-card").first.wait_for()
    page.evaluate(
        """() => {
          const open = { kind: 'deal', game: 'universal', number: '7', fair: true };
          const game = { game: 'universal', open, line: ['T'], updated: 1 };
          const ended = { ...game, good: false };
          const won = { one: { ...ended, solved: true }, two: { ...ended, good: true } };
          Object.assign(Winnow.store.entries, { ...won, three: ended, four: ended, five: game });
        }"""
    )
    better = "([score, higher]) => Winnow.keepWeekly({ name: 'universal', higher }, score)"
    assert [page.evaluate(better, [score, True]) for score in (30, 41, 40)] == [True, True, False]
    assert [page.evaluate(better, [score, False]) for score in (42, 20)] == [False, True]
    page.evaluate("location.hash = '#/game/universal'")
    numbers = page.locator("section .numbers")
    numbers.wait_for()
    text = numbers.inner_text().split("\n")
    assert text[text.index("Cards face down: you") + 1] == "25%"
    assert text[text.index("Good play, same deals") + 1] == "25%"
    assert text[text.index("Best this week") + 1] == "20"


def test_a_new_deal_is_one_press_away_and_the_game_is_kept(screen, server):
    """Of this game few deals can be won: after some tries any deal is taken."""
    page = screen(390, 844, expected="404")
    page.goto(f"{server.address}#/deal/single-left/7")
    ready(page)
    page.evaluate(TO_THE_END)
    page.locator(".notice.lost").get_by_role("button", name="New deal").click()
    until(page, "Winnow.playing.game.number !== '7'")
    first = page.evaluate("Winnow.playing.game.number")
    page.keyboard.press("n")
    until(page, f"Winnow.playing.game.number !== '{first}'")
    assert page.evaluate("Object.values(Winnow.store.entries).map((entry) => entry.open.number)") == ["7"]


TO_THE_END = """
async () => {
  const { playing } = Winnow;
  while (!playing.table.over) await playing.make(playing.table.forced || playing.table.gestures[0].move);
}
"""


def test_on_a_phone_one_box_at_a_time_lies_over_the_table(screen, server):
    page = screen(390, 844)
    page.goto(f"{server.address}#/deal/single-left/7")
    ready(page)
    page.keyboard.press("h")
    page.locator(".hint-text p").wait_for()
    until(page, "!document.querySelector('.hint-text').textContent.includes('Looking')")
    low = "document.querySelector('.hint-text').getBoundingClientRect().bottom"
    assert page.evaluate(low) < page.locator(".base[data-pile=deck]").bounding_box()["y"] + 40
    page.evaluate(TO_THE_END)
    notice = page.locator(".notice.lost")
    notice.get_by_role("button", name="Where did I lose it?").click()
    page.locator(".story h2").wait_for()
    assert not notice.is_visible()
    page.locator(".story").get_by_role("button", name="Close").click()
    assert notice.is_visible()


def test_days_in_a_row_end_today_or_yesterday(screen, server):
    page = screen()
    page.goto(server.address)
    page.locator(".game-card").first.wait_for()
    days = """
    (ago) => {
      const solved = (days) => ({ game: 'head', solved: true, updated: Date.now() - 86400000 * days });
      Winnow.store.entries = Object.fromEntries(ago.map((days) => [days, solved(days)]));
      return [Winnow.streak(), Winnow.streak(true)];
    }
    """
    cases = {(): [0, 1], (0,): [1, 1], (1, 2): [2, 3], (0, 1, 3): [2, 2], (2,): [0, 1]}
    assert {ago: page.evaluate(days, list(ago)) for ago in cases} == cases


def test_a_win_is_told_over_the_table_and_can_be_put_away(almost):
    page, _moves = almost()
    page.get_by_role("button", name="Play it to the end").click()
    notice = page.locator(".notice.won")
    notice.wait_for()
    assert page.evaluate(OUTSIDE_BOARD) is False
    notice.get_by_role("button", name="Close").click()
    assert not notice.is_visible()


OUTSIDE_BOARD = """
() => {
  const [inner, outer] = ['.notice.won', '.board'].map((name) => document.querySelector(name).getBoundingClientRect());
  return inner.left < outer.left || inner.top < outer.top || inner.right > outer.right || inner.bottom > outer.bottom;
}
"""
