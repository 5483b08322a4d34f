"""The command line of scripts/trial: one trial, the list of all, or those that fit into a time."""

import argparse
import datetime
import os

from . import registry, schedule, tools
from .record import Record
from .table import Table

USAGE = """\
usage: scripts/trial NAME [OPTION]...     tries one thing; --help after the name shows its options
       scripts/trial --list               what each trial holds against which truth, and when it last ran here
       scripts/trial --all --minutes N    those that fit into N minutes, the longest unrun first; each is ended at
                                          twice its usual time

exit status of every trial: 0 met, 1 not met, 3 it could not be tried here, 64 bad usage, 130 interrupted;
of --all: 1 if one was not met, else 0"""

OUTCOMES = {0: "met", 1: "not met", 3: "could not be tried"}


class Parser(argparse.ArgumentParser):
    """Refuses bad usage in one line, with exit status 64."""

    def __init__(self, prog, **options):
        super().__init__(
            prog=prog, allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter, **options)

    def error(self, message):
        self.exit(64, f"{self.prog}: {message} ({self.prog} --help lists the options)\n")


def parser_of(name):
    trial = registry.load(name)
    parser = Parser(f"scripts/trial {name}", description=trial.__doc__)
    if hasattr(trial, "add_options"):
        trial.add_options(parser)
    return parser


def try_one(name, arguments):
    """Tries one thing, records the outcome, and returns the exit status."""
    trial = registry.load(name)
    passes_on = getattr(trial, "PASSES_ON", False) and arguments[:1] not in (["-h"], ["--help"])
    options = parser_of(name).parse_args(["--"] * passes_on + arguments)
    try:
        met = trial.run(options)
        status = int(not met) if isinstance(met, bool) else met
    except tools.CannotTry as reason:
        tools.say(f"scripts/trial {name}: {reason}")
        status = 3
    # Tests of a trial are no runs of it.
    if os.environ.get("OUTLIVE_TRIAL_RECORD") != "off":
        Record.here().add(name, OUTCOMES.get(status, f"ended with {status}"))
    return status


def list_all():
    table, record = Table("trial", "holds", "minutes", "last run here"), Record.here()
    for name in registry.NAMES:
        trial = registry.load(name)
        table.rows.append((name, trial.TRUTH, trial.MINUTES, record.words(name)))
    print(table)


def try_all(minutes):
    """Runs what fits into a time, and returns the exit status."""
    trials = [schedule.Trial(name, registry.load(name).MINUTES, getattr(registry.load(name), "SHORT", []))
              for name in registry.NAMES]
    record = Record.here()
    ordered = schedule.order(trials, record.times(), datetime.date.today())
    results = schedule.run_all(ordered, minutes * 60, schedule.run_bounded)
    table = Table("trial", "outcome", "time")
    for result in results:
        if result.outcome == schedule.NOT_FINISHED:
            record.add(result.name, result.outcome)
        table.rows.append((result.name, result.outcome, f"{result.seconds:.0f} s" if result.seconds else ""))
    print(table)
    return 1 if any(result.is_failure for result in results) else 0


def main(arguments):
    try:
        if arguments and not arguments[0].startswith("-"):
            if arguments[0] not in registry.NAMES:
                tools.say(f"scripts/trial: there is no trial '{arguments[0]}'; there are {', '.join(registry.NAMES)}")
                return 64
            return try_one(arguments[0], arguments[1:])
        parser = Parser("scripts/trial", usage=USAGE.removeprefix("usage: "), add_help=False)
        parser.add_argument("-h", "--help", action="store_true")
        parser.add_argument("--list", action="store_true")
        parser.add_argument("--all", action="store_true")
        parser.add_argument("--minutes", type=tools.number(1, 1440))
        options = parser.parse_args(arguments)
        if options.help:
            print(USAGE)
        elif options.list and not options.all and not options.minutes:
            list_all()
        elif options.all and options.minutes and not options.list:
            return try_all(options.minutes)
        else:
            parser.error("give the name of a trial, --list, or --all with --minutes")
        return 0
    except KeyboardInterrupt:
        return 130
