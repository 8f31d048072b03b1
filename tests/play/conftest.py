"""A browser and a server for the tests of the page."""

import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
import browser as page_browser

import hosting


@pytest.fixture(scope="session")
def chromium():
    """A running browser; without one the test is skipped with the reason."""
    if not page_browser.chromium():
        pytest.skip("the page was not tested in a browser: no chromium here (python -m tests installs it where it can)")
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with playwright.sync_playwright() as running:
        # Scroll bars take room, as on a desktop: playwright would hide them.
        found = running.chromium.launch(
            executable_path=page_browser.chromium(),
            args=page_browser.FLAGS,
            ignore_default_args=["--hide-scrollbars"],
            timeout=page_browser.CAP * 1000,
        )
        yield found
        found.close()


@pytest.fixture(scope="session")
def running_server(tmp_path_factory):
    """A running `winnow play`."""
    running = page_browser.Server(tmp_path_factory.mktemp("home"))
    yield running
    running.stop()


@pytest.fixture
def server(running_server):
    """The running `winnow play` without progress: tests run in any order."""
    running_server.forget()
    return running_server


@pytest.fixture
def screen(chromium):
    """Creates pages of a given size; at the end each console may hold only `expected` messages."""
    contexts, trouble = [], []

    def make(width=1280, height=800, expected=None, **options):
        context = chromium.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce", **options)
        context.set_default_timeout(page_browser.CAP * 1000)
        contexts.append(context)
        page = context.new_page()

        def told(message):
            if message.type in ("error", "warning") and (expected is None or expected not in message.text):
                trouble.append(message.text)

        page.on("console", told)
        page.on("pageerror", lambda error: trouble.append(str(error)))
        return page

    yield make
    for context in contexts:
        for page in context.pages:
            # What the page still sends would arrive among the games of the next test.
            page.evaluate("window.Winnow && Winnow.store && Winnow.store.sending")
        context.close()
    assert trouble == []


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """A built site, below another folder: a host may serve it under any path."""
    from built_site import built  # noqa: PLC0415  most tests of the page need no toolchain

    place = tmp_path_factory.mktemp("host") / hosting.PLACE
    return Path(shutil.copytree(built(tmp_path_factory), place))


@pytest.fixture
def host(folder):
    """A running host of the site."""
    with hosting.hosted(folder) as server:
        yield server
