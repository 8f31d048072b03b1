"""A site that a browser keeps: odd links, a version published over another, sites in folders of one origin.

The sites are small: two pages and a part, with the service worker that every site has.
"""

import shutil

import pytest
from browser import until

from hosting import KEPT, hosted
from winnow.site.build import _write_worker_of_the_cache
from winnow.site.pages import OWN
from winnow.site.parts import hashed

HEAD = "<!doctype html><link rel='icon' href='data:,'>"
REGISTER = "<script>navigator.serviceWorker.register('sw.js')</script>"
NEWER = "navigator.serviceWorker.getRegistration().then((own) => own.update())"
WAITS = "navigator.serviceWorker.getRegistration().then((own) => Boolean(own.waiting))"
RUNS = "navigator.serviceWorker.getRegistration('{}').then((own) => !own.waiting && own.active.state === 'activated')"
OTHER = "other.html"
"""A page of no site, from which an open site is left."""


def publish(folder, version):
    """Write a small site over the one in a folder; return its part. All of its files begin with the version."""
    for old in [*folder.glob("*.*"), *folder.glob("data/*")]:
        old.unlink()
    (folder / "data").mkdir(parents=True, exist_ok=True)
    for name in ("index.html", "example.html"):
        (folder / name).write_text(f"{HEAD}{version} {name}{REGISTER}")
    shutil.copyfile(OWN / "sw.js", folder / "sw.js")
    part = f"data/{hashed('games', version.encode(), '.part')}"
    (folder / part).write_text(version)
    _write_worker_of_the_cache(folder)
    return part


def withdraw(folder):
    """Delete a site's files from its host, except its worker, which would be unregistered."""
    for file in [*folder.glob("*.html"), *folder.glob("data/*")]:
        file.unlink()


def text(page, address):
    """Return what a page gets for an address of its site."""
    return page.evaluate("(address) => fetch(address).then((answer) => answer.ok ? answer.text() : '404')", address)


def opened(page, address):
    """Return the text of a page that is opened."""
    page.goto(address)
    return page.locator("body").inner_text().strip()


@pytest.fixture
def root(tmp_path):
    """The address of a host's folder `tmp_path`, in which a site's folder is `site`."""
    (tmp_path / OTHER).write_text(HEAD)
    with hosted(tmp_path / "site") as server:
        yield server.address.removesuffix("site/")


def keep(page, address):
    """Visit a site, and wait until it is kept."""
    page.goto(address)
    until(page, KEPT)


def leave(page, root, scope):
    """Leave a site, and wait until its newest version runs."""
    page.goto(root + OTHER)
    until(page, RUNS.format(scope))


def test_no_link_replaces_a_page_of_the_site(screen, root, tmp_path):
    page, site = screen(expected="404"), tmp_path / "site"
    publish(site, "one")
    keep(page, f"{root}site/")
    for name in ("index.html", "example.html", "nothing.html"):
        (site / name).write_text(f"host {name}")
    told = [opened(page, f"{root}site/{link}") for link in ("?anew", "index.html?anew", "example.html?anew")]
    assert told == ["one index.html", "one index.html", "one example.html"]
    assert opened(page, f"{root}site/nothing.html?anew") == "host nothing.html"
    withdraw(site)
    assert [opened(page, f"{root}site/{name}") for name in ("", "example.html")] == [
        "one index.html",
        "one example.html",
    ]


def test_a_broken_part_is_fetched_again(screen, root, tmp_path):
    page, part = screen(), publish(tmp_path / "site", "one")
    keep(page, f"{root}site/")
    (tmp_path / "site" / part).write_text("mended")
    assert [text(page, part + query) for query in ("", "?anew", "")] == ["one", "mended", "mended"]


def test_an_open_page_keeps_the_parts_of_its_version_until_it_is_closed(screen, root, tmp_path):
    page, site = screen(), tmp_path / "site"
    older = publish(site, "one")
    keep(page, f"{root}site/")
    newer = publish(site, "two")
    page.evaluate(NEWER)
    until(page, WAITS)
    assert text(page, older) == "one"
    page.reload()
    assert (page.locator("body").inner_text().strip(), text(page, older)) == ("one index.html", "one")
    leave(page, root, "/site/")
    withdraw(site)
    assert opened(page, f"{root}site/") == "two index.html"
    assert text(page, newer) == "two"
    assert page.evaluate(f"caches.match('{older}').then(Boolean)") is False


def test_a_site_at_the_root_leaves_the_one_in_a_folder_its_copy(screen, root, tmp_path):
    page, site = screen(expected="404"), tmp_path / "site"
    part = publish(site, "folder")
    keep(page, f"{root}site/")
    publish(tmp_path, "root")
    keep(page, root)
    publish(tmp_path, "newer")
    page.evaluate(NEWER)
    until(page, WAITS)
    assert text(page, "/nowhere/") == "404"
    page.goto("about:blank")
    page.goto(f"{root}site/")
    until(page, RUNS.format("/"))
    withdraw(site)
    assert (opened(page, f"{root}site/"), text(page, part)) == ("folder index.html", "folder")
    assert opened(page, root) == "newer index.html"
    assert sorted(name.split()[1] for name in page.evaluate("caches.keys()")) == ["/", "/site/"]
