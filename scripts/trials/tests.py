"""Tests of what chooses, runs and records the trials, and of the command line. Run by TrialTests of the Swift suite."""

import contextlib
import datetime
import io
import pathlib
import sys
import tempfile
import time
import unittest
import unittest.mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from trials import command, registry, schedule, test_scenarios  # noqa: E402
from trials.record import Record  # noqa: E402
from trials.schedule import Trial  # noqa: E402
from trials.table import Checks, Table  # noqa: E402
from trials.test_corpus import SWIFT_TESTING, XCTEST, Case, source  # noqa: E402
from trials.test_judgement import Judgement  # noqa: E402

TRIALS = [Trial("a", 1, []), Trial("b", 2, []), Trial("c", 4, [])]
MONDAY = datetime.date(2026, 11, 23)


def names(trials):
    return "".join(trial.name for trial in trials)


class Clock:
    """A clock that only a run moves."""

    def __init__(self, seconds=None, statuses=None):
        self.now, self.seconds, self.statuses, self.bounds = 0, seconds or {}, statuses or {}, {}

    def __call__(self):
        return self.now

    def run(self, trial, bound):
        self.bounds[trial.name] = bound
        self.now += min(bound, self.seconds.get(trial.name, 10))
        return self.statuses.get(trial.name, 0) if self.seconds.get(trial.name, 10) < bound else None


def outcomes(trials, seconds, clock):
    return {result.name: result for result in schedule.run_all(trials, seconds, clock.run, clock)}


class ScheduleTests(unittest.TestCase):
    def test_what_never_ran_comes_before_the_longest_unrun(self):
        ended = {"a": "2026-11-20 10:00:00", "c": "2026-11-19 10:00:00"}
        self.assertEqual(names(schedule.order(TRIALS, ended, MONDAY)), "bca")

    def test_without_a_record_each_day_begins_with_another_trial(self):
        days = [schedule.order(TRIALS, {}, MONDAY + datetime.timedelta(day)) for day in range(3)]
        self.assertEqual({order[0].name for order in days}, {"a", "b", "c"})
        self.assertTrue(all(sorted(names(order)) == ["a", "b", "c"] for order in days))

    def test_what_does_not_fit_is_not_tried_and_no_failure(self):
        clock = Clock()
        found = outcomes([TRIALS[2], TRIALS[0]], 200, clock)
        self.assertEqual(found["c"].outcome, "not tried: takes 4 min, 3 left")
        self.assertFalse(found["c"].is_failure)
        self.assertEqual(found["a"].outcome, schedule.MET)
        self.assertEqual(list(clock.bounds), ["a"])

    def test_the_time_that_is_left_shrinks_with_each_run(self):
        found = outcomes(TRIALS, 290, Clock(seconds={"a": 60}))
        self.assertEqual(found["b"].outcome, schedule.MET)
        self.assertEqual(found["c"].outcome, "not tried: takes 4 min, 4 left")

    def test_a_trial_is_bound_by_twice_its_time_and_by_what_is_left(self):
        clock = Clock(seconds={"a": 30})
        outcomes([TRIALS[0], TRIALS[2]], 300, clock)
        self.assertEqual(clock.bounds, {"a": 120, "c": 270})

    def test_one_that_is_ended_at_its_bound_is_not_finished_and_no_failure(self):
        found = outcomes([TRIALS[0], TRIALS[1]], 300, Clock(seconds={"a": 1000}))
        self.assertEqual((found["a"].outcome, found["a"].seconds), (schedule.NOT_FINISHED, 120))
        self.assertFalse(found["a"].is_failure)
        self.assertEqual(found["b"].outcome, schedule.MET)

    def test_exit_statuses_are_outcomes(self):
        found = outcomes(TRIALS, 1000, Clock(statuses={"a": 1, "b": 3, "c": -9}))
        self.assertEqual([result.outcome for result in found.values()],
                         ["not met", "could not be tried", "failed with status -9"])
        self.assertEqual([result.is_failure for result in found.values()], [True, False, True])


class BoundTests(unittest.TestCase):
    def run_script(self, script, seconds, *arguments):
        """Runs a script in the place of a trial. Returns its exit status, and what is shown of it."""
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(io.StringIO()) as errors:
            path = pathlib.Path(folder) / "trial.py"
            path.write_text(script)
            with unittest.mock.patch.object(schedule, "HERE", path):
                return schedule.run_bounded(Trial("a", 1, list(arguments)), seconds), errors.getvalue()

    def test_the_output_is_shown_unless_the_trial_is_met(self):
        script = "import sys; print(*sys.argv[1:]); sys.exit(int(sys.argv[2]))"
        self.assertEqual(self.run_script(script, 100, "0"), (0, ""))
        self.assertEqual(self.run_script(script, 100, "1", "--option"), (1, "a 1 --option\n"))

    def test_all_processes_end_at_the_bound(self):
        script = """import subprocess
child = subprocess.Popen(["sleep", "1000"])
print(child.pid, flush=True)
child.wait()"""
        status, output = self.run_script(script, 1)
        self.assertIsNone(status)
        # A kill takes effect soon after the call, and init may take its time to collect what was killed.
        child, end = pathlib.Path(f"/proc/{int(output)}/stat"), time.monotonic() + 20
        while is_running := child.exists() and child.read_text().rpartition(")")[2].split()[0] != "Z":
            if time.monotonic() > end:
                break
        self.assertFalse(is_running)


class RecordTests(unittest.TestCase):
    def test_a_run_is_recorded_with_its_time_and_outcome(self):
        with tempfile.TemporaryDirectory() as folder:
            record = Record(pathlib.Path(folder) / "new/trials.json")
            self.assertEqual(record.words("a"), "never")
            record.add("a", "not met", datetime.datetime(2026, 11, 23, 8, 5, 7))
            record.add("b", "met", datetime.datetime(2026, 11, 24))
            self.assertEqual(record.words("a"), "2026-11-23 08:05, not met")
            self.assertLess(record.times()["a"], record.times()["b"])

    def test_a_damaged_file_is_no_record(self):
        with tempfile.TemporaryDirectory() as folder:
            record = Record(pathlib.Path(folder) / "trials.json")
            for text in ["", "[1]", '{"a": 1}', '{"a": {"ended": "x"}}']:
                record.path.write_text(text)
                self.assertEqual(record.times(), {}, text)
            record.add("a", "met")
            self.assertEqual(list(record.times()), ["a"])


class TableTests(unittest.TestCase):
    def test_columns_are_aligned_and_rows_may_be_short(self):
        table = Table("trial", "outcome", "")
        table.rows += [("a", "met", 12), ("longer one",)]
        self.assertEqual(str(table), "trial       outcome\na           met      12\nlonger one")

    def test_checks_compare_status_and_text_also_across_lines(self):
        checks = Checks()
        with contextlib.redirect_stderr(io.StringIO()) as errors:
            checks.expect("both", 3, "one two$", "sh", "-c", "printf 'one\n   two\n'; exit 3")
            self.assertTrue(checks.met)
            checks.expect("the status", 0, "", "false")
            checks.expect("the text", 0, "^two", "echo", "one two")
        self.assertFalse(checks.met)
        self.assertEqual([row[1] for row in checks.table.rows[1:]], ["passed", "FAILED", "FAILED"])
        self.assertIn("the text: status 0 instead of 0, or no '^two' in:\none two", errors.getvalue())


class TestLeaksTests(unittest.TestCase):
    LEAKY = Case("closure-captures-self", "closure", True, ("Screen",), ("Screen.onTap", "closure in Screen.configure"),
                 "ClosureCapturesSelf.cycle", 30)
    CLEAN = Case("closure-captures-self-fixed", "closure", False, (), (), "ClosureCapturesSelfFixed.cycle", 0)

    def finding(self, test="ClosureTests.closureCapturesSelf()", **fields):
        function = fields.pop("function", "static Cases.ClosureCapturesSelf.cycle(Core.Recorder) async throws -> ()")
        symbol = {"function": function, "file": "Closures.swift", "line": fields.pop("line", 12)}
        return {
            "verdict": "leak", "fingerprint": "a", "tests": [{"name": test, "certain": True}],
            "key": {"name": "Screen", "type": "Cases.Screen", "site": {"fileID": "Cases/Closures.swift", "line": 12}},
            "backtrace": {"frames": [{"module": "libc"}, {"symbols": [symbol]}]},
            "traces": [{"culprit": {"name": fields.pop("culprit", "Screen.onTap")}}], **fields}

    def judge(self, *findings, framework=SWIFT_TESTING):
        judgement = Judgement({"findings": list(findings)}, [self.LEAKY, self.CLEAN], framework)
        return judgement.row[2:5], judgement.row[6:8], judgement.wrong

    def test_a_leaky_case_is_named_by_its_test_a_line_and_a_stated_reference(self):
        self.assertEqual(self.judge(self.finding()), ((1, 1, 1), (0, 0), []))
        of_xctest = self.finding("ClosureTests/testClosureCapturesSelf")
        self.assertEqual(self.judge(of_xctest, framework=XCTEST)[0], (1, 1, 1))
        self.assertEqual(self.judge(self.finding("closureCapturesSelf(round:)"))[0], (1, 1, 1))
        self.assertEqual(self.judge(self.finding(), framework=XCTEST)[0], (0, 0, 0))
        self.assertEqual(self.judge(self.finding(known={}))[0], (0, 0, 0))
        self.assertEqual(self.judge()[0], (0, 0, 0))

    def test_a_wrong_line_or_reference_is_listed_with_what_was_said(self):
        counts, _, wrong = self.judge(self.finding(function="Cases.ClosureCapturesSelfFixed.cycle()"))
        self.assertEqual((counts, len(wrong)), ((1, 0, 0), 2))
        self.assertEqual(self.judge(self.finding(line=None))[0], (1, 0, 0))
        counts, _, wrong = self.judge(self.finding(culprit="Screen.view"))
        self.assertEqual(counts, (1, 1, 0))
        self.assertIn("closure-captures-self: no reference; stated Screen.onTap, closure in", wrong[0])
        self.assertEqual(wrong[1].strip(), "leak: Cases.Screen at Cases/Closures.swift:12, cut Screen.view")

    def test_all_findings_of_a_cause_name_tests_and_lines_and_the_first_its_reference(self):
        victim = self.finding(victimOf="a", fingerprint="b", culprit="Other.property")
        leading = self.finding("other()", function="Cases.other()")
        self.assertEqual(self.judge(victim, leading), ((1, 1, 1), (0, 0), []))

    def test_a_clean_case_that_a_leak_names_is_accused(self):
        accused = self.finding("ClosureTests.closureCapturesSelfFixed()", fingerprint="b")
        _, counts, wrong = self.judge(self.finding(), accused)
        self.assertEqual((counts, wrong[0]), ((1, 1), "swift-testing: accused: closure-captures-self-fixed"))
        accused["tests"][0]["certain"] = False
        _, counts, wrong = self.judge(self.finding(), accused)
        self.assertEqual((counts, wrong[0]), ((1, 0), "swift-testing: accused: probably closure-captures-self-fixed"))
        self.assertEqual(self.judge(self.finding(), {**accused, "verdict": "suspect"})[1], (0, 0))

    def test_runs_of_a_case_in_a_parameterised_test_do_not_overlap(self):
        members = [(self.LEAKY, True), (self.CLEAN, False)]
        text = source("ClosureTests", members, SWIFT_TESTING)
        self.assertIn("@Test(.serialized, arguments: [1, 2]) func closureCapturesSelf(round: Int) async throws", text)
        self.assertIn("    @Test func closureCapturesSelfFixed() async throws", text)
        self.assertEqual(text.count("sleep"), 1)
        text = source("ClosureTests", members, XCTEST)
        self.assertIn("final class ClosureTests: XCTestCase {\n    func testClosureCapturesSelf() async throws", text)


class TestScenariosTests(unittest.TestCase):
    LEAK = test_scenarios.LEAKS[0]

    def cause(self, *tests, line="= Upload()", culprit="Upload.onProgress"):
        source = (test_scenarios.PACKAGE / "Sources/Notebook/Upload.swift").read_text().splitlines()
        number = next(number for number, text in enumerate(source, 1) if line in text)
        return [{"verdict": "leak", "tests": [{"name": f"{test}()", "module": "NotebookTests"} for test in tests],
                 "key": {"type": "Notebook.Upload", "site": {"fileID": "Notebook/Upload.swift", "line": number}},
                 "traces": [{"culprit": {"name": culprit}}]}]

    def test_every_stated_place_exists_once(self):
        for leak in test_scenarios.LEAKS:
            files = [path for path in test_scenarios.PACKAGE.rglob(leak.file) if ".build" not in path.parts]
            self.assertEqual([path.read_text().count(leak.line) for path in files], [1], leak)

    def test_a_leak_is_one_cause_with_its_tests_line_and_reference(self):
        right = self.cause("SyncTests.sendsInTheBackground")
        problems = lambda *found: len(test_scenarios.problems_of(self.LEAK, found))
        self.assertEqual(problems(right), 0)
        self.assertEqual(problems(), 1)
        self.assertEqual(problems(right, right), 3)
        self.assertEqual(problems(self.cause("SyncTests.sendsInTheBackground", "SyncTests.other")), 2)
        self.assertEqual(problems(self.cause("SyncTests.sendsInTheBackground", line="final class Upload")), 2)
        self.assertEqual(problems(self.cause("SyncTests.sendsInTheBackground", culprit="Upload.sent")), 2)

    def test_a_cause_of_another_test_or_none_is_listed(self):
        found = [self.cause("SyncTests.sendsInTheBackground"), self.cause("SyncTests.other"), self.cause()]
        self.assertEqual([line.split(": ")[-1] for line in test_scenarios.others(found, SWIFT_TESTING)],
                         ["other", "no test"])

    def test_what_differs_between_runs_is_left_out_of_a_text(self):
        text = f"""Outlive 1.0
  machine     Debian, x86_64,
              2 processors, 25.3 GB
  started     2026-11-28T18:46:26Z
1 cause keeps 2 blocks of 96 bytes, 3.57 kB per cycle, in 3.2 s, process 12 at {test_scenarios.PACKAGE}/Tests"""
        self.assertEqual(test_scenarios.normalised(text), """Outlive N
  machine     MACHINE
  started     DATE
1 cause keeps N blocks of SIZE, SIZE per cycle, in TIME, process N at PACKAGE/Tests""")


class CommandTests(unittest.TestCase):
    def status(self, *arguments):
        with contextlib.redirect_stderr(io.StringIO()) as errors, contextlib.redirect_stdout(io.StringIO()) as output:
            try:
                status = command.main(list(arguments))
            except SystemExit as end:
                status = end.code
        return status, output.getvalue() + errors.getvalue()

    def test_bad_usage_is_refused_in_one_line(self):
        for arguments in [[], ["--all"], ["--list", "--all"], ["--all", "--minutes", "0"], ["--minutes", "5"],
                          ["no-such-trial"], ["memory", "--bogus"], ["chaos", "--part", "none"],
                          ["attach", "--kills", "few"], ["unnoticed", "no such program"]]:
            status, text = self.status(*arguments)
            self.assertEqual(status, 64, arguments)
            self.assertTrue(text.startswith("scripts/trial") and text.count("\n") == 1, text)

    def test_every_trial_has_help_a_truth_a_time_and_a_short_form_that_parses(self):
        _, table = self.status("--list")
        for name in registry.NAMES:
            trial = registry.load(name)
            self.assertIn(f"\n{name} ", table)
            self.assertIn(trial.TRUTH, table)
            self.assertGreater(trial.MINUTES, 0)
            status, text = self.status(name, "--help")
            self.assertEqual(status, 0, text)
            self.assertIn(trial.__doc__.splitlines()[0], text)
            if not getattr(trial, "PASSES_ON", False):
                command.parser_of(name).parse_args(getattr(trial, "SHORT", []))

    def test_what_cannot_be_tried_ends_with_3_and_is_recorded(self):
        with tempfile.TemporaryDirectory() as folder:
            trial = unittest.mock.Mock(
                spec=["run", "__doc__"], run=unittest.mock.Mock(side_effect=command.tools.CannotTry("no tool")))
            record = Record(pathlib.Path(folder) / "trials.json")
            with unittest.mock.patch.object(registry, "load", return_value=trial), \
                    unittest.mock.patch.object(Record, "here", return_value=record):
                self.assertEqual(self.status("memory"), (3, "scripts/trial memory: no tool\n"))
            self.assertTrue(record.words("memory").endswith("could not be tried"))


if __name__ == "__main__":
    unittest.main()
