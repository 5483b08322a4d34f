"""The lines in which `outlive` refuses an inspection, or reports that it failed. All others are findings."""

import re

# A process with its name, which the kernel cuts and the program chooses.
_IT = r"process \d+(?: \(.*?\))?"

# Each with the exit code that is documented for it.
DOCUMENTED = {
    rf"{_IT} ended during its inspection": 3,
    r"there is no process \d+: find it with ps or pgrep": 3,
    rf"{_IT} is traced by process \d+(?: \(.*?\))?: end that one, or detach it": 3,
    rf"{_IT} cannot be stopped: thread \d+ waits in the kernel; try again": 3,
    rf"{_IT} was not inspected in time: raise --timeout": 3,
    rf"{_IT} is being inspected by process \d+: try again, or raise --timeout": 3,
    rf"{_IT} is being started, (?:its libraries are not loaded yet, or cannot be read|its memory is that of "
    r"another program|it becomes another program): try again": 3,
    rf"{_IT} has ended and has no memory any more: its parent, process \d+(?: \(.*?\))?, has not waited for it": 3,
    rf"the first thread of {_IT} has ended, and the kernel no longer shows its memory: let it wait for the others, or "
    r"inspect the core file that the kernel writes: kill -ABRT \d+": 3,
    rf"{_IT} was let go after the longest pause, before its memory was copied: raise --max-pause, or inspect a core file "
    r"of it": 3,
    rf"the heap of {_IT} contradicts itself: .+; try again": 3,
    rf"{_IT} is protected, because it changed its user or turned core files off: .+": 3,
    # By a watch.
    r"(?:no result: )?process \d+ ended after \d+ of the \d+ cycles that growth is judged from: "
    r"watch it earlier, or more often": 3,
    # It has just begun another program, whose runtime is not there yet.
    rf"{_IT} has no Swift objects: it is not a Swift program": 3,
}


def is_documented(line, status):
    """Returns True if a line, without the name of the command, is one of those above with its exit code."""
    return any(code == status and re.fullmatch(text, line) for text, code in DOCUMENTED.items())


def documented_in(text, status):
    """Returns True if a text that may be broken into lines has such a line in it."""
    words = " ".join(text.split())
    return any(code == status and re.search(line, words) for line, code in DOCUMENTED.items())
