"""The entry of scripts/trial, which runs this folder."""

import pathlib
import signal
import sys

# The modules import each other as parts of a package.
sys.path[0] = str(pathlib.Path(__file__).resolve().parent.parent)

from trials.command import main


def end(number, _):
    # As an exception, so that folders and processes are removed.
    sys.exit(128 + number)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGHUP, end)
    # What programs print comes between the trial's own lines.
    sys.stdout.reconfigure(line_buffering=True)
    sys.exit(main(sys.argv[1:]))
