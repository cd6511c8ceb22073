#!/usr/bin/env python3
"""test_layers.py - scripts/ci/check-layers refuses what it is there to refuse.

    test_layers.py CHECK_LAYERS

Each case is a source tree with one file in it, held against the project's own table.
"""
import pathlib
import subprocess
import sys
import tempfile

CHECK = pathlib.Path(sys.argv[1]).resolve()
REFUSED = {
    "an agent includes another": ("agents/metrics/a.c", "agents/docs/b.h"),
    "the gate includes an agent": ("gate/a.c", "agents/docs/b.h"),
    "a folder includes a later one of the same parent": ("office/package/a.c", "office/xlsx/b.h"),
    "a folder includes its parent, which stands below it": ("store/log/a.c", "store/b.h"),
    "naming a parent grants no folder that comes later": ("office/finder/a.c", "office/edit/b.h"),
    "a header that lies in no layer": ("gate/a.c", "nowhere/b.h"),
    "a file that lies in no layer": ("nowhere/a.c", "base/b.h"),
}
ALLOWED = {
    "a folder includes itself": ("office/xlsx/a.c", "office/xlsx/b.h"),
    "a folder includes its parent, which stands above it": ("office/xlsx/a.c", "office/b.h"),
    "naming a parent grants the folders in it": ("office/xlsx/a.c", "office/sheet/b.h"),
    "a higher layer names the parent of a folder": ("agents/docs/a.c", "store/records/b.h"),
    "a folder without a line is its parent's": ("gate/inner/a.c", "gate/b.h"),
}


def verdict(path, header):
    with tempfile.TemporaryDirectory() as root:
        file = pathlib.Path(root, "src", path)
        file.parent.mkdir(parents=True)
        file.write_text(f'#include "{header}"\n')
        return subprocess.run([CHECK, root], capture_output=True, text=True)


for expected, cases in ((1, REFUSED), (0, ALLOWED)):
    for what, (path, header) in cases.items():
        done = verdict(path, header)
        assert done.returncode == expected, f"{what}: {done.returncode}\n{done.stdout}{done.stderr}"
print(f"layers: {len(REFUSED)} refused, {len(ALLOWED)} allowed")
