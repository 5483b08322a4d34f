"""The trials. Each is a module of this package; `-` in a name is `_` there.

A module has

    __doc__             the help; its first line says what the trial does
    TRUTH               what is held against which truth, in a few words
    MINUTES             how long it usually takes in its short form, builds of anything but the package itself included
    SHORT               the arguments of its short form, which `--all` runs; none if it is short
    add_options(parser) its options, if it has some
    PASSES_ON           true if its arguments are those of another program
    run(options)        tries it, prints a table, and returns true if the truth is met, or the exit status of a program
                        that keeps to the same contract; raises CannotTry
"""

import importlib

NAMES = [
    "allocations", "arm64", "assistant", "attach", "audit-adopter", "bisection", "chaos", "check-formats", "chroot",
    "clean-state", "compare-peers", "corpus", "growth-matrix", "guard", "heap-exact", "leak-services", "leaks-log",
    "live-suite", "memory", "nested", "new-allocations", "package", "plugin", "routes", "sampling", "soak-http",
    "state-leftovers", "test-leaks", "test-pollution", "test-scenarios", "test-trait", "third-party", "unnoticed",
    "versions", "wait-services",
]


def load(name):
    """Returns the module of a trial."""
    return importlib.import_module("." + name.replace("-", "_"), __package__)
