"""When each trial last ran in this checkout, and how it ended."""

import datetime
import json
import os
import pathlib

from .tools import ROOT


class Record:
    """A file of JSON below .build: by the name of a trial, the time of its end and the outcome."""

    def __init__(self, path):
        self.path = pathlib.Path(path)

    @classmethod
    def here(cls):
        return cls(ROOT / ".build/trials.json")

    def read(self):
        """Returns the entries; none if the file is missing or damaged."""
        try:
            entries = json.loads(self.path.read_text(encoding="utf-8"))
            return {name: entry for name, entry in entries.items() if entry.keys() >= {"ended", "outcome"}}
        except (OSError, ValueError, AttributeError):
            return {}

    def add(self, name, outcome, now=None):
        ended = (now or datetime.datetime.now()).isoformat(" ", "seconds")
        entries = self.read() | {name: {"ended": ended, "outcome": outcome}}
        self.path.parent.mkdir(parents=True, exist_ok=True)
        fresh = self.path.with_suffix(f".{os.getpid()}")
        fresh.write_text(json.dumps(entries, indent=2, sort_keys=True) + "\n", encoding="utf-8")
        fresh.replace(self.path)

    def times(self):
        return {name: entry["ended"] for name, entry in self.read().items()}

    def words(self, name):
        """Returns the time and outcome of the last run as a cell of a table."""
        entry = self.read().get(name)
        return f"{entry['ended'][:16]}, {entry['outcome']}" if entry else "never"
