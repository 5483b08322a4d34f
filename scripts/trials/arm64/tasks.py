"""Judges what `outlive tasks --report json` says of the task fixture: tasks.py REPORT FIXTURE

Prints how many names of tasks have the right verdict, and the others.
"""

import json
import pathlib
import re
import sys

found = {}
for group in json.loads(pathlib.Path(sys.argv[1]).read_text())["groups"]:
    for name in group["names"]:
        found.setdefault(name["name"], set()).add("stuck" in group)
right, wrong = 0, []
for truth in ("Stuck", "Live"):
    source = (pathlib.Path(sys.argv[2]) / f"{truth}.swift").read_text()
    for pattern in re.findall(r'^    Pattern\("([\w-]+)"\)', source, re.M):
        name = f"{truth.lower()}-{pattern}"
        if found.get(name) == {truth == "Stuck"}:
            right += 1
        else:
            wrong.append(name)
print(right, ",".join(wrong) or "-")
