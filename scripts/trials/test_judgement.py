"""The comparison of a report of `outlive test` with what the cases of a leak corpus state."""

import collections
import re

from .test_corpus import MODULES


def tests_of(finding, module):
    """Returns the functions of a module's tests that a finding names, without suites and labels.

    The values are true where the report is certain: the others only ran at the time of the allocation.
    """
    tests = {}
    for test in finding.get("tests", []):
        if test.get("module", module) == module:
            name = re.split(r"[./]", test["name"].split("(")[0])[-1].strip("`")
            tests[name] = tests.get(name, False) or test.get("certain", True)
    return tests


def tests_of_cause(cause, module):
    """Returns the same of all findings of a cause."""
    tests = {}
    for finding in cause:
        for name, certain in tests_of(finding, module).items():
            tests[name] = tests.get(name, False) or certain
    return tests


def identifiers(name):
    return re.findall(r"\w+", name)


def names_function(finding, function):
    """Returns true if an allocation stack with a line passes the function, also as part of a longer name."""
    wanted = identifiers(function)
    for frame in finding["backtrace"]["frames"]:
        for symbol in frame.get("symbols", []):
            found = identifiers(symbol["function"])
            if symbol.get("line") and any(
                    found[start:start + len(wanted)] == wanted for start in range(len(found))):
                return finding["key"]["site"]["line"] > 0
    return False


def culprit(finding):
    """Returns the suspect reference of a finding's first trace, or None."""
    return next((trace.get("culprit", {}).get("name") for trace in finding.get("traces", [])), None)


def causes(report):
    """Returns lists of findings with one cause each, the leading finding first. Accepted ones belong to none."""
    groups = collections.defaultdict(list)
    for number, finding in enumerate(report["findings"]):
        if "known" not in finding:
            groups[finding.get("victimOf") or finding.get("fingerprint") or number].append(finding)
    return [sorted(group, key=lambda finding: "victimOf" in finding) for group in groups.values()]


class Judgement:
    """The cases of a corpus beside a report, for the tests of one framework."""

    def __init__(self, report, cases, framework):
        self.framework, self.wrong = framework, []
        self.leaky = self.test = self.line = self.reference = 0
        tests = {case.test(framework): case for case in cases}
        found = {test: [] for test in tests}
        self.clean = len([case for case in cases if not case.leaky])
        self.accused, self.certainly_accused, self.suspected = set(), set(), set()
        for cause in causes(report):
            verdict, named = cause[0]["verdict"], tests_of_cause(cause, MODULES[framework])
            clean = {tests[test].id: certain for test, certain in named.items()
                     if test in tests and not tests[test].leaky}
            if verdict == "leak":
                for test in named.keys() & found.keys():
                    found[test].append(cause)
                self.accused |= clean.keys()
                self.certainly_accused |= {case for case, certain in clean.items() if certain}
            elif verdict == "suspect":
                self.suspected |= clean.keys()
            else:
                continue
            if clean:
                words = [case if certain else f"probably {case}" for case, certain in sorted(clean.items())]
                others = f" and {len(words) - 5} more" if len(words) > 5 else ""
                self.wrong += [f"{framework}: accused: {', '.join(words[:5])}{others}", f"    {described(cause)}"]
        for test, case in tests.items():
            if case.leaky:
                self.leaky += 1
                self.judge_leaky(case, found[test])

    def judge_leaky(self, case, found):
        in_line = [cause for cause in found
                   if any(names_function(finding, case.allocated_in) for finding in cause)]
        right = [cause for cause in in_line if culprit(cause[0]) in case.culprits]
        self.test += bool(found)
        self.line += bool(in_line)
        self.reference += bool(right)
        if not right:
            lacks = "reference" if in_line else "line" if found else "test"
            stated = f"no {lacks}; stated {', '.join(case.culprits)} in {case.allocated_in}"
            self.wrong.append(f"{self.framework}: {case.id}: {stated}")
            self.wrong += [f"    {described(cause)}" for cause in found]

    @property
    def share(self):
        """The share of the leaky cases that are named in test, line and reference; 1 without one."""
        return self.reference / self.leaky if self.leaky else 1

    @property
    def row(self):
        return (self.framework, self.leaky, self.test, self.line, self.reference, self.clean, len(self.accused),
                len(self.certainly_accused), len(self.suspected))


def described(cause):
    """`leak: Screen at Cases/Closures.swift:12, cut Screen.onTap` and the number of other findings."""
    first = cause[0]
    site = first["key"]["site"]
    others = f", and {len(cause) - 1} more" if len(cause) > 1 else ""
    return (f"{first['verdict']}: {first['key']['type']} at {site['fileID']}:{site['line']}, "
            f"cut {culprit(first) or 'nothing'}{others}")
