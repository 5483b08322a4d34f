"""What trials share: builds, needed programs, quiet commands, folders, and types of options."""

import argparse
import contextlib
import functools
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = ROOT / "scripts/trials"
FIXTURES = ROOT / "Tests/Fixtures"


class CannotTry(Exception):
    """The reason for which a trial cannot be tried here: exit status 3."""


def say(*words, sep=" "):
    print(*words, sep=sep, file=sys.stderr, flush=True)


def quietly(*command, otherwise=None, **options):
    """Runs a command whose output matters only if it fails, and returns the output.

    Raises CannotTry, after the output.
    """
    run = subprocess.run(
        list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        check=False, **options)
    if run.returncode != 0:
        sys.stderr.write(run.stdout)
        say(f"failed with status {run.returncode}:", *command)
        raise CannotTry(f"{otherwise}; see above" if otherwise else "see above")
    return run.stdout


def script_rows(table, script, *arguments):
    """Runs a script of bash whose lines are rows with tabs between their cells. Returns its exit status."""
    command = ["bash", *map(str, [script, *arguments])]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            table.add(*line.rstrip("\n").split("\t"))
    if process.returncode not in (0, 1):
        raise CannotTry("see above")
    return process.returncode


@functools.lru_cache(maxsize=None)
def setup(function, *arguments):
    """Runs a function of scripts/lib/setup.sh or allocators.sh, and returns what it prints."""
    script = '. "$0/setup.sh"; . "$0/allocators.sh"; "$@"'
    run = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script, ROOT / "scripts/lib", function, *arguments],
        stdout=subprocess.PIPE, text=True, check=False)
    if run.returncode != 0:
        raise CannotTry(" ".join([function, *arguments]) + " failed")
    return run.stdout.strip()


def need(program, package=None):
    """Installs a program if it is missing. Raises CannotTry if that is not possible."""
    if not shutil.which(program):
        setup("need_program", program, package or program)


def has(program, package=None):
    """Returns true if a program is installed, now or before."""
    with contextlib.suppress(CannotTry):
        need(program, package)
        return True
    return False


def need_root():
    """Continues with mounts of its own, which end with the process."""
    if os.getuid() != 0:
        raise CannotTry("chroot needs root")
    if "OUTLIVE_OWN_MOUNTS" not in os.environ:
        os.environ["OUTLIVE_OWN_MOUNTS"] = "1"
        os.execvp("unshare", ["unshare", "-m", "--propagation", "private", *sys.orig_argv])


@functools.lru_cache(maxsize=None)
def products(configuration, package=ROOT, *options):
    """Returns the folder in which SwiftPM builds."""
    command = ["swift", "build", "--package-path", package, "-c", configuration, *options, "--show-bin-path"]
    return pathlib.Path(quietly(*command).splitlines()[-1])


def build(product, configuration="release", package=ROOT, *options):
    """Builds a product, or the whole package if that is None, and returns its path."""
    setup("need_swift")
    setup("want_libunwind")
    command = ["swift", "build", "--package-path", package, "-c", configuration, *options]
    quietly(*command, *(["--product", product] if product else []), otherwise=f"cannot build {product or package}")
    return products(configuration, package, *options) / (product or "")


def heap_library(configuration="release"):
    """Builds the library of the heap tier, and returns its path."""
    script = ROOT / "scripts/heap-library"
    return pathlib.Path(quietly(script, configuration, otherwise="cannot build the preload library").splitlines()[-1])


def compile_swift(output, folder, module, *options):
    """Compiles sources of a fixture without SwiftPM, which would build the package again for other options."""
    sources = sorted(folder.glob("*.swift")) if folder.is_dir() else [folder]
    quietly("swiftc", "-swift-version", "6", "-parse-as-library", "-module-name", module, *options, "-o", output,
            *sources, otherwise=f"{module} does not build")
    return output


def sample():
    """Builds the sample service, and returns the paths of it and of its file of notes, and their number."""
    script = '. "$0/sample.sh"; prepare_sample; printf "%s\\n" "$program" "$data" "$data_count"'
    return setup("eval", script).split("\n")


@contextlib.contextmanager
def scratch():
    """A folder that is removed at the end, without what is mounted in it."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="outlive-trial-"))
    try:
        yield folder
    finally:
        subprocess.run(["rm", "-rf", "--one-file-system", folder], check=False)


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def await_port(port, process, what):
    """Waits until a process listens at a port of the loopback. Raises CannotTry if it does not within a minute."""
    end = time.monotonic() + 60
    while time.monotonic() < end and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.02)
    raise CannotTry(f"{what} does not listen at port {port}")


# Types and options of arguments.


def number(least, most=10**6):
    """A whole number of a range."""
    def parse(text):
        if not text.isdecimal() or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"a whole number from {least} to {most}, not '{text}'")
        return int(text)
    return parse


def command_of(options):
    """Returns the command of --outlive, or else of a debug build, whose preload library is built as well."""
    if options.outlive:
        return options.outlive
    outlive = build("outlive", "debug")
    heap_library("debug")
    return outlive


def program(text):
    if not os.access(text, os.X_OK) or os.path.isdir(text):
        raise argparse.ArgumentTypeError(f"'{text}' is not a program")
    return os.path.abspath(text)


def folder(text):
    if not os.path.isdir(text):
        raise argparse.ArgumentTypeError(f"'{text}' is not a folder")
    return pathlib.Path(text).resolve()


def new_folder(text):
    """The path of a folder, which is made if it is missing, and has to be empty."""
    try:
        os.makedirs(text, exist_ok=True)
    except OSError:
        raise argparse.ArgumentTypeError(f"cannot make the folder '{text}'") from None
    if os.listdir(text):
        raise argparse.ArgumentTypeError(f"'{text}' is not empty; name a new folder")
    return pathlib.Path(text).resolve()


def add_configuration(parser, what="the programs", default="release"):
    parser.add_argument("--configuration", choices=["debug", "release"], default=default,
                        help=f"the build configuration of {what} (default: {default})")


def add_keep(parser):
    parser.add_argument("--keep", type=new_folder, metavar="DIR", help="a new or empty folder that keeps the reports")


def add_allocator(parser, help):
    parser.add_argument("--allocator", choices=["jemalloc", "mimalloc", "tcmalloc"], help=help)


def allocator_library(name):
    """Installs an allocator if it is missing, and returns the path of its library."""
    setup("need_allocator", name)
    return setup("find_allocator", name)


def add_names(parser, what, names):
    """The words of a command line that choose some of what a trial has; none chooses all."""
    def known(text):
        if text not in names:
            raise argparse.ArgumentTypeError(f"there is no {what} '{text}'; there are {', '.join(names)}")
        return text
    parser.add_argument(
        "names", nargs="*", type=known, metavar=what.upper(), help=f"of {', '.join(names)}; all if none")
