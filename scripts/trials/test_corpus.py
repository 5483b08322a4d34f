"""A package with a test for each case of a leak corpus, in swift-testing and in XCTest.

A test runs its case once and waits as long as the case asks for. Nothing in the package refers to Outlive.
"""

import collections
import dataclasses
import json
import re
import shutil

from .tools import quietly

SWIFT_TESTING, XCTEST = "swift-testing", "XCTest"
MODULES = {SWIFT_TESTING: "CaseTests", XCTEST: "CaseXCTests"}
# Of swift-testing, every so many cases one is a parameterised test. The number is odd because twins alternate: both
# leaky and clean cases have such tests.
PARAMETERISED = 11

LISTER = """\
import Foundation
import LeakCorpus

let cases: [[String: Any]] = allCases.map { test in
    let (seconds, attoseconds) = test.settle.components
    return [
        "id": test.id, "category": test.category, "leaky": test.leaky, "survivors": test.survivors,
        "culprits": test.culprits, "allocated_in": test.allocatedIn,
        "settle": seconds * 1000 + attoseconds / 1_000_000_000_000_000,
    ]
}
FileHandle.standardOutput.write(try JSONSerialization.data(withJSONObject: cases))
"""

LOOKUP = """\
public import LeakCorpus

public final class NoRecorder: Recorder {
    public init() {}
    public func track(_ object: AnyObject, _ name: String) {}
}

/// Returns the case of the corpus with an identifier.
public func corpusCase(_ id: String) -> Case {
    allCases.first { $0.id == id }!
}
"""


@dataclasses.dataclass(frozen=True)
class Case:
    """A case of the corpus, as it describes itself. `settle` is in milliseconds."""
    id: str
    category: str
    leaky: bool
    survivors: tuple
    culprits: tuple
    allocated_in: str
    settle: int

    def test(self, framework):
        """The name of the function that tests the case."""
        words = [word[0].upper() + word[1:] for word in re.findall(r"\w+", self.id)]
        name = "".join(words)
        if framework == XCTEST or not name[0].isalpha():
            return "test" + name
        return name[0].lower() + name[1:]

    @property
    def suite(self):
        return "".join(word.capitalize() for word in re.findall(r"\w+", self.category)) + "Tests"


def manifest(targets):
    return f"""\
// swift-tools-version: 6.2
import PackageDescription

let corpus = Target.Dependency.product(name: "LeakCorpus", package: "leak-corpus")
let package = Package(
    name: "corpus-tests",
    platforms: [.macOS(.v15)],
    dependencies: [.package(path: "leak-corpus")],
    targets: [
{targets}
    ]
)
"""


def write(corpus, folder):
    """Writes the package into a folder, which may contain an earlier one. Returns the cases.

    Nothing is ever written into the corpus, because the package has a copy of it. SwiftPM takes the time of a copied
    file from its original, and builds only what has changed.
    """
    shutil.rmtree(folder / "leak-corpus", ignore_errors=True)
    shutil.copytree(corpus, folder / "leak-corpus", ignore=shutil.ignore_patterns(".build*", ".git"))
    cases = list_cases(folder)
    for path in ("Sources", "Tests"):
        shutil.rmtree(folder / path, ignore_errors=True)
    targets = '        .target(name: "Cases", dependencies: [corpus]),\n' + "\n".join(
        f'        .testTarget(name: "{module}", dependencies: ["Cases"]),' for module in MODULES.values())
    put(folder / "Package.swift", manifest(targets))
    put(folder / "Sources/Cases/Cases.swift", LOOKUP)
    suites = collections.defaultdict(list)
    for index, case in enumerate(cases):
        suites[case.suite].append((case, index % PARAMETERISED == 0))
    for suite, members in suites.items():
        for framework, module in MODULES.items():
            put(folder / f"Tests/{module}/{suite}.swift", source(suite, members, framework))
    put(folder / "cases.json", json.dumps([dataclasses.asdict(case) for case in cases], indent=1) + "\n")
    return cases


def list_cases(folder):
    """Returns the cases of the copied corpus, as a program prints them that is linked with it."""
    put(folder / "Package.swift", manifest('        .executableTarget(name: "list-cases", dependencies: [corpus])'))
    put(folder / "Sources/list-cases/main.swift", LISTER)
    quietly("swift", "build", "--package-path", folder, "--product", "list-cases", otherwise="cannot build the corpus")
    cases = [Case(**{key: tuple(value) if isinstance(value, list) else value for key, value in case.items()})
             for case in json.loads(quietly(folder / ".build/debug/list-cases"))]
    for framework in MODULES:
        assert len({case.test(framework) for case in cases}) == len(cases), "two cases have one name as a test"
    return cases


def source(suite, members, framework):
    """Returns the file of a suite of tests."""
    tests = []
    for case, parameterised in members:
        name = case.test(framework)
        # One word may be a keyword.
        quoted = name if "-" in case.id else f"`{name}`"
        if framework == XCTEST:
            head = f"func {name}()"
        elif parameterised:
            # Runs of one case must not overlap.
            head = f"@Test(.serialized, arguments: [1, 2]) func {quoted}(round: Int)"
        else:
            head = f"@Test func {quoted}()"
        settle = f"        try await Task.sleep(for: .milliseconds({case.settle}))\n" if case.settle else ""
        tests.append(f"""\
    {head} async throws {{
        try await corpusCase("{case.id}").cycle(NoRecorder())
{settle}    }}
""")
    heading = f"final class {suite}: XCTestCase" if framework == XCTEST else f"struct {suite}"
    library = "XCTest" if framework == XCTEST else "Testing"
    return f"import Cases\nimport LeakCorpus\nimport {library}\n\n{heading} {{\n" + "\n".join(tests) + "}\n"


def put(path, text):
    """Writes a file unless it has the text: SwiftPM builds again what is newer."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.is_file() or path.read_text() != text:
        path.write_text(text)
