"""A run of `outlive` that is watched from outside."""

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time

from .service import own_environment

# The time limits for `outlive` to end, and for the programs that it launched to be gone, in seconds.
PATIENCE = 90
TIDY = 15

# Its documented exit codes, and 128 + SIGINT.
EXITS = {0, 1, 2, 3, 64, 130}


def soak(programs, *options, cycles=3):
    """The arguments of a short soak of the service."""
    return ["soak", "--cycles", str(cycles), "--warmup", "1", *measuring(programs), *options]


def bench(programs, *options):
    """The arguments of a short benchmark of the service."""
    return ["bench", "--pairs", "2", "--soak", "3", "--warmup", "1", *measuring(programs), *options]


def measuring(programs):
    return [
        "--launch", f"'{programs.service}' serve --port {{port}} --data '{programs.data}'",
        "--ready", "http:http://127.0.0.1:{port}/health", "--reset", "http", "--settle", "2s", "--timeout", "20s",
        "--known", "off", "--growth", "report", "--fidelity", "report"]


class Harness:
    """A process of `outlive`, the leader of a session, with a folder for temporary files and one for reports."""

    def __init__(self, programs, arguments, prefix=(), environment=None, temporary=None, standard_output=None):
        self._folder = tempfile.mkdtemp(prefix="outlive-chaos-")
        self.reports = self.folder("reports")
        self.temporary = temporary or self.folder("tmp")
        with open(os.path.join(self._folder, "errors"), "wb") as errors:
            self.process = subprocess.Popen(
                [*prefix, programs.outlive, *(text.replace("{reports}", self.reports) for text in arguments)],
                stdin=subprocess.DEVNULL, stdout=standard_output or subprocess.DEVNULL, stderr=errors,
                cwd=self.reports, start_new_session=True,
                env={**own_environment(), "TMPDIR": self.temporary, MARK: self._folder, **(environment or {})})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        kill(self.processes())
        self.process.wait()
        shutil.rmtree(self._folder, ignore_errors=True)

    def folder(self, name):
        path = os.path.join(self._folder, name)
        os.mkdir(path)
        return path

    def errors(self):
        with open(os.path.join(self._folder, "errors"), encoding="utf-8", errors="replace") as file:
            return file.read().strip()

    def verdict(self):
        """The causes in the JSON report, as text; empty without one."""
        try:
            with open(os.path.join(self.reports, "report.json"), encoding="utf-8") as file:
                report = json.load(file)
        except (OSError, ValueError):
            return ""
        causes = [(cause.get("culprit") or {}).get("name") for cause in report.get("causes") or []]
        return f"causes {causes}, fidelity {report.get('fidelity')} "[:2000]

    def wait(self):
        """The exit status, negative for a signal; None if it has not ended in time."""
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            return None

    def processes(self):
        """The processes of the session, and those that have inherited its environment."""
        return [process for process in _living() if process != os.getpid() and (
            _session(process) == self.process.pid or f"{MARK}={self._folder}".encode() in _read(process, "environ"))]

    def find(self, program):
        """The processes whose executable or first words are these."""
        return [process for process in self.processes()
                if _executable(process) == program or _read(process, "cmdline").startswith(program.encode() + b"\0")]

    def await_launch(self, programs):
        """Waits until the service runs, or the run has ended."""
        deadline = time.monotonic() + PATIENCE
        while not self.find(programs.service) and self.process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.02)

    def left(self, expected=()):
        """What is left behind some seconds after the end, as findings."""
        deadline = time.monotonic() + TIDY
        while (left := self.processes() or self._files(expected)) and time.monotonic() < deadline:
            time.sleep(0.05)
        if not left:
            return []
        shown = [_read(process, "cmdline").replace(b"\0", b" ").decode(errors="replace").strip()
                 for process in self.processes()]
        return [f"left behind: {shown + self._files(expected)}"]

    def _files(self, expected):
        found = [os.path.join(folder, name) for place in [self.temporary, self.reports]
                 for folder, folders, files in os.walk(place) for name in [*folders, *files]]
        return [path for path in found if os.path.relpath(path, self.reports) not in expected]

    def broken_reports(self):
        """The names of reports in JSON that are not whole."""
        broken = []
        for name in os.listdir(self.reports):
            try:
                with open(os.path.join(self.reports, name), encoding="utf-8") as file:
                    json.load(file)
            except ValueError:
                broken.append(name)
        return broken


# The variable that marks the processes of a run.
MARK = "CHAOS_RUN"


def kill(processes, number=signal.SIGKILL):
    """Sends a signal to processes; returns True if one of them was still there."""
    hit = False
    for process in processes:
        try:
            os.kill(process, number)
            hit = True
        except ProcessLookupError:
            pass
    return hit


def _living():
    return [int(name) for name in os.listdir("/proc") if name.isdigit() and _status(int(name))[:1] not in ([], ["Z"])]


def _status(process):
    return _read(process, "stat").rpartition(b")")[2].decode().split()


def _session(process):
    fields = _status(process)
    return int(fields[3]) if len(fields) > 3 else None


def _executable(process):
    try:
        return os.readlink(f"/proc/{process}/exe")
    except OSError:
        return None


def _read(process, name):
    try:
        with open(f"/proc/{process}/{name}", "rb") as file:
            return file.read()
    except OSError:
        return b""
