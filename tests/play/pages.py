"""Runs scripts of the page in node, without a browser."""

import json
import os
import subprocess
from pathlib import Path

from winnow.site.snapshot import node

PAGE = Path(__file__).parent / "page.cjs"


def run(files, script, given=None, zone="UTC", program=PAGE):
    """Return what the body of a function returns that runs with these scripts; see page.cjs."""
    asked = json.dumps({"files": files, "script": script, "given": given})
    environment = os.environ | {"TZ": zone}
    done = subprocess.run([*node(), program], input=asked, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
