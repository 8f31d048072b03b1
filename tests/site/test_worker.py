"""The service worker of a site, in node: odd links, two versions with different parts, and sites of one origin."""

import json
import subprocess
from pathlib import Path

import pytest

from winnow.site.snapshot import node

WORKER = Path(__file__).parent / "worker.cjs"
HOST = "https://host.example"
FILES = ["index.html", "example.html", "data/games.0123456789abcdef.part"]
BEGIN = """
const [host, files] = given;
const at = (folder, names, text) => names.forEach((name) => {
  browser.hosted[host + folder + name] = `${text} ${name}`;
});
"""


def run(script, files=FILES):
    asked = json.dumps({"script": BEGIN + script, "given": [HOST, files]})
    done = subprocess.run([*node(), WORKER], input=asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("link", ["example.html?anew", "index.html?anew", "?anew", "nothing.html?anew", "data/?anew"])
def test_no_link_replaces_a_page_of_the_site(link):
    script = """at('/site/', files, 'one');
    const worker = await browser.version(`${host}/site/`, 'winnow.1', files);
    at('/site/', ['example.html', 'nothing.html', 'data/', ''], 'host');
    const told = [await worker.get(`${host}/site/LINK`, 'navigate')];
    browser.hosted = {};
    for (const page of ['', 'example.html']) told.push(await worker.get(`${host}/site/${page}`, 'navigate'));
    return told;
    """
    told, *after = run(script.replace("LINK", link))
    page = link.split("?")[0]
    assert told == {"example.html": "one example.html", "index.html": "one index.html", "": "one index.html"}.get(
        page, f"host {page}"
    )
    assert after == ["one index.html", "one example.html"]


def test_a_broken_part_is_fetched_again():
    script = """at('/site/', files, 'one');
    const worker = await browser.version(`${host}/site/`, 'winnow.1', files);
    at('/site/', [files[2]], 'mended');
    const part = `${host}/site/${files[2]}`;
    return [await worker.get(part), await worker.get(`${part}?anew`), await worker.get(part)];"""
    told = run(script)
    assert [text.split()[0] for text in told] == ["one", "mended", "mended"]


def test_an_open_page_keeps_the_parts_of_its_version_until_it_is_closed():
    script = """at('/site/', files, 'one');
    const older = await browser.version(`${host}/site/`, 'winnow.1', files);
    const newer = ['index.html', 'data/games.fedcba9876543210.part'];
    browser.hosted = {};
    at('/site/', newer, 'two');
    const next = await browser.version(`${host}/site/`, 'winnow.2', newer, true);
    const open = await Promise.all(files.map((name) => older.get(`${host}/site/${name}`)));
    await next.activate();
    browser.hosted = {};
    const told = await Promise.all(['', files[2]].map((file) => next.get(`${host}/site/${file}`)));
    return [open, [...browser.stores.keys()], ...told];
    """
    opened, stores, page, part = run(script)
    assert opened == [f"one {name}" for name in FILES]
    assert (stores, page, part) == (["winnow.2 /site/"], "two index.html", "404")


def test_a_site_at_the_root_leaves_the_one_in_a_folder_its_copy():
    script = """at('/', files, 'root');
    at('/site/', files, 'folder');
    const folder = await browser.version(`${host}/site/`, 'winnow.1', files);
    const root = await browser.version(`${host}/`, 'winnow.1', files);
    await browser.version(`${host}/`, 'winnow.2', files);
    const seen = await root.get(`${host}/other/`, 'navigate');
    browser.hosted = {};
    const told = await Promise.all(files.map((name) => folder.get(`${host}/site/${name}`)));
    return [told, seen, [...browser.stores.keys()].sort()];"""
    told, seen, stores = run(script)
    assert told == [f"folder {name}" for name in FILES]
    assert (seen, stores) == ("404", ["winnow.1 /site/", "winnow.2 /"])


def test_caches_of_the_first_versions_are_deleted_by_their_own_site():
    script = """at('/site/', files, 'one');
    for (const [name, folder] of [['winnow.old', '/site/'], ['winnow.other', '/other/'], ['theirs', '/site/']]) {
      browser.stores.set(name, new Map([[`${host}${folder}index.html`, { text: 'old' }]]));
    }
    await browser.version(`${host}/site/`, 'winnow.1', files);
    return [...browser.stores.keys()].sort();"""
    assert run(script) == ["theirs", "winnow.1 /site/", "winnow.other"]
