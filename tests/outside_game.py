"""Installs a game from another package into a folder, and runs the command with it."""

import os
import shutil
import subprocess
import sys


def run(target, *args, cwd=None):
    """Run winnow with the packages of `target` installed."""
    command = [sys.executable, "-m", "winnow", *map(str, args)]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment(target), cwd=cwd)


def environment(target):
    """Return environment variables with which the packages in `target` are found."""
    path = os.pathsep.join(filter(None, [str(target), os.environ.get("PYTHONPATH")]))
    return {**os.environ, "PYTHONPATH": path}


class Installed:
    """The command with a folder's game installed; a call returns its output and asserts its exit status."""

    def __init__(self, folder, tmp_path_factory):
        source, self.target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("installed")
        shutil.copytree(folder, source, dirs_exist_ok=True)
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
        subprocess.run([*command, "--target", str(self.target), str(source)], check=True)

    def __call__(self, *args, status=0, cwd=None):
        result = run(self.target, *args, cwd=cwd)
        assert result.returncode == status, result.stderr + result.stdout
        assert "Traceback" not in result.stderr
        return result.stdout
