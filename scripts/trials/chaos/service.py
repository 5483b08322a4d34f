"""The sample service as a process that is watched from outside."""

import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

from .client import Client

# The accepted growth between the first third and the end of a part.
MEMORY_GROWTH = 16 << 20


class Service:
    """A running note-service: a directory of its own, a token, and the port of its HTTP notifier."""

    def __init__(self, programs, environment=None, prefix=()):
        self.token = os.urandom(16).hex()
        self._folder = tempfile.TemporaryDirectory(prefix="outlive-chaos-")
        self._log = os.path.join(self._folder.name, "log")
        with open(self._log, "w", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                [*prefix, programs.service, "serve", "--port", "0", "--data", programs.data],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={**own_environment(), "OUTLIVE_TOKEN": self.token, **(environment or {})})
        self.port = self._announced_port()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self._folder.cleanup()

    def _announced_port(self):
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and self.process.poll() is None:
            announced = re.search(r"X_OUTLIVE_HTTP=http://127\.0\.0\.1:(\d+)\n", self.log_text())
            if announced:
                return int(announced[1])
            time.sleep(0.05)
        print("the service announced no address:", self.log_text(), file=sys.stderr)
        self.__exit__()
        sys.exit(3)

    def log_text(self):
        with open(self._log, encoding="utf-8", errors="replace") as log:
            return log.read()[-4000:]

    def client(self):
        return Client(self.port, self.token)

    def warm_up(self):
        """Makes the service do once what is done at first use."""
        for method, path in [("GET", "/ready"), ("POST", "/reset"), ("GET", "/debug"), ("GET", "/generations")] * 3:
            self.client().ask(method, path)
        time.sleep(0.5)

    def status(self):
        """The exit status, or None while the service lives."""
        return self.process.poll()

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def settled_descriptors(self, at_most):
        """The number of descriptors, once it is small enough or 15 s have passed."""
        deadline = time.monotonic() + 15
        while self.descriptors() > at_most and time.monotonic() < deadline:
            time.sleep(0.1)
        return self.descriptors()

    def memory(self):
        """The resident memory in bytes."""
        with open(f"/proc/{self.process.pid}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def memory_after(self, seconds):
        """Measures the memory later; the value is that of now until then."""
        return Later(seconds, self.memory)

    def end(self):
        """Ends the service as a service manager does; returns whether it ended."""
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            return False
        return True


def own_environment():
    """The environment without what a harness around this script has set."""
    environment = {name: text for name, text in os.environ.items() if not name.startswith("OUTLIVE_")}
    environment.pop("NOTIFY_SOCKET", None)
    return environment


def steady(name, service, end, load):
    """Puts a load on a service, and checks that it lives, gives back what it held, and ends.

    A load takes the service and the end of its time, and returns its findings; it prints what it did.
    """
    with service:
        service.warm_up()
        before = service.descriptors()
        early = service.memory_after((end - time.monotonic()) / 3)
        findings = load(service, end)
        if service.status() is not None:
            return findings + [f"the service ended with status {service.status()}; its log: {service.log_text()}"]
        after = service.settled_descriptors(at_most=before)
        if after > before:
            findings.append(f"{after - before} descriptors stay open")
        memory = service.memory()
        if memory > early.value + MEMORY_GROWTH:
            findings.append(f"memory grew from {early.value >> 20} to {memory >> 20} MiB")
        print(f"{name}: descriptors {before} -> {after}, memory {early.value >> 20} -> {memory >> 20} MiB")
        if not service.end():
            findings.append("the service did not end within 10 s of SIGTERM")
        return findings


class Later:
    """A measurement that is taken now, and again after some time."""

    def __init__(self, seconds, measure):
        self.value = measure()
        self._measure = measure
        self._timer = threading.Timer(seconds, self._take)
        self._timer.daemon = True
        self._timer.start()

    def _take(self):
        try:
            self.value = self._measure()
        except OSError:
            pass  # The service has ended, which is a finding of its own.
