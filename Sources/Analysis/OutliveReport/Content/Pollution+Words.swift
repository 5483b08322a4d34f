internal import OutliveModel

extension PollutionReport {
    /// The result in a sentence: `2 tests leave 3 variables changed`.
    var sentence: String {
        let failing = failing
        let accepted = changes.count - failing.count
        let expected = accepted > 0 ? ", \(counted(accepted, "change")) expected" : ""
        guard !failing.isEmpty else {
            return "No test leaves a global or static changed: \(counted(tests, "test")) compared\(expected)"
        }
        let variables = Set(failing.map(\.difference.subject)).count
        let tests = byTest.count
        let verb = tests == 1 ? "leaves" : "leave"
        return "\(counted(tests, "test")) \(verb) \(counted(variables, "variable")) changed\(expected)"
    }

    /// The tests that leave variables changed, with what nothing accepts, in the order of the run.
    var byTest: [(test: LeakingTest, changes: [Pollution])] {
        var tests: [(test: LeakingTest, changes: [Pollution])] = []
        for change in failing {
            if let index = tests.firstIndex(where: { $0.test.fullName == change.test.fullName }) {
                tests[index].changes.append(change)
            } else {
                tests.append((change.test, [change]))
            }
        }
        return tests
    }
}

extension Pollution {
    /// The change in one line: `static Flags.beta: false → true, declared at Flags.swift:12`.
    func words(arrow: String = "→", mark: String = "…") -> String {
        difference.change(arrow: arrow, mark: mark) + (difference.declaration.map { ", \($0)" } ?? "") + readers
    }

    /// The tests whose result depends on it, as the end of a line: `; BTests.b() fails after it, and not without`.
    var readers: String {
        Self.words(on: dependents, "fails", "fail", "after it, and not without")
            + Self.words(on: beneficiaries, "passes", "pass", "after it, and not without")
    }

    private static func words(on tests: [LeakingTest], _ one: String, _ several: String, _ rest: String) -> String {
        let shown = 3
        guard !tests.isEmpty else { return "" }
        let names = tests.prefix(shown).map { oneLine($0.name) }.joined(separator: ", ")
        let more = tests.count > shown ? " and \(tests.count - shown) more" : ""
        return "; \(names)\(more) \(tests.count == 1 ? one : several) \(rest)"
    }
}
