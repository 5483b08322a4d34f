"""The table that every trial prints, and checks of commands as rows of one."""

import re
import subprocess
import sys


class Table:
    """Rows under a heading. Each also goes to standard error at once, because a trial may take long."""

    def __init__(self, *heading):
        self.rows = [heading]

    def add(self, *cells):
        self.rows.append(cells)
        print(*cells, sep="  ", file=sys.stderr, flush=True)

    def __str__(self):
        rows = [[str(cell) for cell in row] for row in self.rows]
        widths = [max(len(row[column]) if column < len(row) else 0 for row in rows)
                  for column in range(max(map(len, rows)))]
        return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)


class Checks:
    """Commands that have to end with a status and print a text."""

    def __init__(self):
        self.table = Table("check", "result")
        self.met = True

    def expect(self, what, status, pattern, *command, **options):
        """Runs a command. Its output has to match `pattern`, also across lines, which reports break anywhere."""
        run = subprocess.run(
            list(map(str, command)), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, errors="replace", check=False, **options)
        holds = run.returncode == status and (
            re.search(pattern, run.stdout, re.MULTILINE) or re.search(pattern, " ".join(run.stdout.split())))
        self.add(what, holds, f"status {run.returncode} instead of {status}, or no '{pattern}' in:\n{run.stdout}")

    def add(self, what, holds, details=""):
        self.table.add(what, "passed" if holds else "FAILED")
        if not holds:
            self.met = False
            print(f"{what}: {details}", file=sys.stderr, flush=True)
