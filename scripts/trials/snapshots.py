"""Compares the Swift objects of snapshots of one process, exported with `outlive heap --export heapsnapshot`.

    snapshots.py PRELOADED INSPECTED
    snapshots.py --types ONE OTHER    the number of objects of each type, in snapshots of two processes

Prints, separated by tabs: objects, missing and extra ones, objects of another type, references between objects that are
in both, missing and extra ones, and those that have an offset instead of a name. Details go to standard error. Extra
references are words that the process left in memory, which the tier erases. Exit status: 0 equal, 1 not.
"""

import json
import sys
from collections import Counter

# Not objects: blocks without a type, and where references begin.
OTHER = ("block of memory", "raw memory", "(")
# Foundation makes one such object before the tier records.
EARLY = "Foundation._NSCFArray"


class Snapshot:
    """The types of the objects by their identifiers, and the references between them, apart from elements."""

    def __init__(self, path):
        with open(path) as file:
            document = json.load(file)
        meta, strings = document["snapshot"]["meta"], document["strings"]
        width = len(meta["node_fields"])
        name, number, count = (meta["node_fields"].index(field) for field in ("name", "id", "edge_count"))
        nodes = [document["nodes"][at:at + width] for at in range(0, len(document["nodes"]), width)]
        self.types, self.references = {}, Counter()
        edges = iter(zip(*[iter(document["edges"])] * 3))
        for node in nodes:
            if self.is_object(strings[node[name]]):
                self.types[node[number]] = strings[node[name]]
            for _ in range(node[count]):
                kind, label, target = next(edges)
                target = nodes[target // width]
                if meta["edge_types"][0][kind] != "element":
                    self.references[node[number], strings[label], target[number]] += 1

    @staticmethod
    def is_object(name):
        return not name.startswith(OTHER)


def same(known, found):
    """Compares two names of a type. Without stacks, a closure has the name of its captures; the runtime does not know
    the types of some captures, and the inspection reads some that it does not spell out."""
    return known == found or (known.startswith("closure") and found.startswith("closure"))


known, found = Snapshot(sys.argv[-2]), Snapshot(sys.argv[-1])
if sys.argv[1] == "--types":
    counts = [
        Counter("closure" if name.startswith("closure") else name for name in snapshot.types.values() if name != EARLY)
        for snapshot in (known, found)]
    missing, extra = counts[0] - counts[1], counts[1] - counts[0]
    print(counts[0].total(), missing.total(), extra.total(), sep="\t")
    for title, names in ("missing", missing), ("extra", extra):
        for name, times in names.most_common(10):
            print(f"    {title}: {times} {name}", file=sys.stderr)
    sys.exit(1 if missing or extra else 0)
missing = known.types.keys() - found.types.keys()
extra = [number for number in found.types.keys() - known.types.keys() if found.types[number] != EARLY]
both = known.types.keys() & found.types.keys()
renamed = [number for number in both if not same(known.types[number], found.types[number])]


def between(snapshot):
    return Counter({key: times for key, times in snapshot.references.items() if key[0] in both and key[2] in both})


before, after = between(known), between(found)
lost, more, unnamed = before - after, after - before, Counter()
for holder, label, target in list(lost):
    for offset in [key for key in more if (key[0], key[2]) == (holder, target) and key[1].startswith("+")]:
        unnamed[holder, label, target] += 1
        lost -= Counter([(holder, label, target)])
        more -= Counter([offset])
        break
print(len(known.types), len(missing), len(extra), len(renamed), before.total(), lost.total(), more.total(),
      unnamed.total(), sep="\t")
for title, lines in (
    ("missing", [known.types[number] for number in missing]),
    ("extra", [found.types[number] for number in extra]),
    ("another type", [f"{known.types[number]} is {found.types[number]}" for number in renamed]),
    ("reference missing", [f"{known.types[h]} {label} {known.types[t]}" for h, label, t in lost]),
    ("reference extra", [f"{known.types[h]} {label} {known.types[t]}" for h, label, t in more]),
    ("reference without a name", [f"{known.types[h]} {label} {known.types[t]}" for h, label, t in unnamed]),
):
    for line, times in Counter(lines).most_common(10):
        print(f"    {title}: {times} {line}", file=sys.stderr)
sys.exit(1 if missing or extra or renamed or lost else 0)
