"""Judges what `outlive tasks --report json` says of the task fixture.

tasks.py score REPORT FIXTURE    prints how many names of tasks have the right verdict, and the others
tasks.py reported REPORT         prints how many tasks are reported as stuck, of all
"""

import json
import pathlib
import re
import sys

groups = json.loads(pathlib.Path(sys.argv[2]).read_text())["groups"]
if sys.argv[1] == "reported":
    print(sum(g["count"] for g in groups if "stuck" in g), sum(n["count"] for g in groups for n in g["names"]))
    sys.exit()
found = {}
for group in groups:
    for name in group["names"]:
        found.setdefault(name["name"], set()).add("stuck" in group)
right, wrong = 0, []
for truth in ("Stuck", "Live"):
    source = (pathlib.Path(sys.argv[3]) / f"{truth}.swift").read_text()
    for pattern in re.findall(r'^    Pattern\("([\w-]+)"\)', source, re.M):
        name = f"{truth.lower()}-{pattern}"
        if found.get(name) == {truth == "Stuck"}:
            right += 1
        else:
            wrong.append(name)
print(right, ",".join(wrong) or "-")
