"""Resets by many clients, while a crowd of censuses is asked for."""

import collections
import ctypes
import json
import os
import random
import subprocess
import tempfile
import threading
import time

from .client import reported
from .http import ATTEMPTS, CROWDED, print_tally
from .programs import LeftOut
from .service import Service, own_environment, steady

RESETS = 10_000
CENSUSES = 200
CLIENTS = 24
# `outlive census` processes beside the requests that follow the protocol.
COMMANDS = 4
# The request numbers of other clients than harnesses; see docs/protocol.md.
FIRST_NUMBER = 1 << 23
WITH_GRAPH = 1 << 24
# The longest accepted time without an answer. Answers come one after another, each in a second on a busy machine.
PATIENCE = 60
LONGEST = 600


def ask_for_resets(service, end, numbers, tally):
    """Asks for one reset after the other, and again for what was refused."""
    client = service.client()
    while time.monotonic() < end and service.status() is None:
        number = next(numbers, None)
        if number is None:
            return
        for attempt in range(10 * ATTEMPTS):
            try:
                status = client.ask("POST", "/reset", b'{"id": %d, "deadline": 60}' % number)
            except OSError as error:
                status = type(error).__name__
            tally[f"POST /reset answered {status}"] += 1
            if status == 200:
                break
            if status not in CROWDED:
                tally[f"FINDING: POST /reset was answered with {status}"] += 1
            time.sleep(random.uniform(0.02, 0.1) * (attempt + 1))
        else:
            tally["FINDING: POST /reset was kept out"] += 1


class Censuses:
    """The requests for censuses to one process, and the files that answer them."""

    def __init__(self, process, folder):
        self._process = process
        self._folder = folder
        self._next = FIRST_NUMBER
        greeting = os.path.join(folder, f"heap-{process}.json")
        with open(greeting, encoding="utf-8") as file:
            self._signal = json.load(file)["signal"]
        self._send = ctypes.CDLL(None, use_errno=True).sigqueue
        self._send.argtypes = [ctypes.c_int, ctypes.c_int, ctypes.c_void_p]

    def ask(self):
        """Asks once more.

        Returns the name that the answer has without its ending."""
        number, self._next = self._next, self._next + 1
        value = number | (WITH_GRAPH if number % 20 == 0 else 0)
        if self._send(self._process, self._signal, value) != 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
        return f"heap-{self._process}-request-{number}"

    def answers_to(self, names, is_over):
        """Waits for the answers, and removes them; returns the names that have none, and the errors."""
        missing, errors = set(names), []
        begin = newest = time.monotonic()
        while missing and time.monotonic() < min(newest + PATIENCE, begin + LONGEST) and not is_over():
            for file in os.listdir(self._folder):
                name, ending = os.path.splitext(file)
                if name not in missing:
                    continue
                missing.discard(name)
                newest = time.monotonic()
                path = os.path.join(self._folder, file)
                with open(path, "rb") as answer:
                    data = answer.read(200)
                if ending == ".error" or not data:
                    errors.append(data.decode(errors="replace"))
                os.unlink(path)
            time.sleep(0.02)
        return missing, errors


def ask_for_censuses(service, programs, folder, end, tally):
    """Asks for a crowd of censuses at once, again and again."""
    censuses = Censuses(service.process.pid, folder)
    while time.monotonic() < end and service.status() is None:
        command = [programs.outlive, "census", "--timeout", f"{LONGEST}s", str(service.process.pid)]
        commands = [
            subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=own_environment())
            for _ in range(COMMANDS)]
        missing, errors = censuses.answers_to(
            [censuses.ask() for _ in range(CENSUSES)], lambda: service.status() is not None)
        tally["censuses at once: taken"] += CENSUSES - len(missing) - len(errors)
        for error in errors:
            tally[f"FINDING: a census was answered with '{error}'"] += 1
        if missing and service.status() is None:
            tally["FINDING: a census was not answered"] += len(missing)
        for process in commands:
            _, complaint = process.communicate()
            tally[f"outlive census ended with {process.returncode}"] += 1
            if process.returncode != 0:
                tally[f"FINDING: outlive census: {complaint.decode().strip()}"] += 1


def run(programs, end):
    if not os.path.exists(programs.heap_library):
        raise LeftOut("there is no heap library")
    with tempfile.TemporaryDirectory(prefix="outlive-chaos-") as folder:
        def load(service, end):
            tally, numbers = collections.Counter(), iter(range(RESETS))
            arguments = (service, end, numbers, tally)
            threads = [threading.Thread(target=reported(ask_for_resets, tally), args=arguments, daemon=True) for _ in range(CLIENTS)]
            threads.append(threading.Thread(
                target=reported(ask_for_censuses, tally), args=(service, programs, folder, end, tally), daemon=True))
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            findings = print_tally("crowd", tally)
            for event in ["POST /reset answered 200", "censuses at once: taken"]:
                if not tally[event]:
                    findings.append(f"nothing was tried: {event} never occurred")
            left = sorted(os.listdir(folder))
            if left != [f"heap-{service.process.pid}.json"]:
                findings.append(f"in the folder of the heap tier is {left[:5]}")
            return findings

        environment = {"LD_PRELOAD": programs.heap_library, "OUTLIVE_HEAP": folder, "OUTLIVE_HEAP_EXIT": "0"}
        return steady("crowd", Service(programs, environment), end, load)
