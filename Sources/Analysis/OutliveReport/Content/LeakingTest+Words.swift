internal import OutliveModel

extension LeakingTest {
    /// The name with the place of the declaration, or else with the module: `CartTests.total() (ShopTests/CartTests.swift:12)`.
    var words: String { "\(oneLine(name)) (\(place ?? oneLine(module)))" }

    private var place: String? { file.map { oneLine($0) + (line.map { ":\($0)" } ?? "") } }

    /// The name in a list of many modules: `ShopTests.CartTests.total()`.
    var fullName: String { "\(oneLine(module)).\(oneLine(name))" }

    /// The suite with its module, and the function, in which a name between backticks may contain periods.
    var suiteAndFunction: (suite: String, function: String) {
        var isQuoted = false
        var period: String.Index?
        for index in name.indices {
            let character = name[index]
            if character == "`" { isQuoted.toggle() }
            if !isQuoted, character == "(" { break }
            if !isQuoted, character == "." { period = index }
        }
        guard let period else { return (oneLine(module), oneLine(name)) }
        return (oneLine("\(module).\(name[..<period])"), oneLine(String(name[name.index(after: period)...])))
    }
}

/// The maximum number of tests in a list.
private let listedTests = 6

extension [LeakingTest] {
    /// The tests in a clause, in their order: `in CartTests.total(), CartTests.add()`, or `nil` without any.
    var clause: String? {
        guard let first else { return nil }
        let names = prefix(listedTests).map { oneLine($0.name) }
        let more = count > names.count ? " and \(count - names.count) more" : ""
        let head = first.certain ? "in " : count > 1 ? "in one of " : "probably in "
        return head + names.joined(separator: ", ") + more
    }
}

extension Cause {
    /// The label of the tests in a list of facts.
    var testsLabel: String { tests.count == 1 ? "in test" : "in tests" }

    /// The tests of the cause, a line for each, with the doubt if they are only candidates. Empty without any.
    var testLines: [String] {
        let tests = tests
        let certain = tests.count(where: \.certain)
        let head = certain == 0 && tests.count > 1 ? ["one of these, by the time of the allocation:"] : []
        let lines = tests.prefix(listedTests).map { test in
            test.certain || !head.isEmpty ? test.words : "probably \(test.words)"
        }
        let more = tests.count - lines.count
        return head + lines + (more > 0 ? ["and \(more) more"] : [])
    }

    /// The tests in a clause: `in CartTests.total()`, or `nil` without any.
    var testsClause: String? { tests.clause }

    /// Returns the line of a test's declaration in the checkout, or `nil` if the runner does not report it.
    ///
    /// The runner names the module and the file but no folder. A function on a stack in the same file has it;
    /// otherwise the module's folder is where SwiftPM expects it.
    func place(of test: LeakingTest, in root: String) -> CheckoutPlace? {
        test.place(in: root, findings.lazy.flatMap(\.backtrace.userSymbols).compactMap(\.file))
    }
}

extension LeakingTest {
    /// Returns the line of the declaration in the checkout, or `nil` if the runner does not report it.
    ///
    /// - Parameter files: Paths of source files, of which one may contain the test.
    func place(in root: String, _ files: some Sequence<String> = []) -> CheckoutPlace? {
        guard let file, let line else { return nil }
        if file.hasPrefix("/") { return CheckoutPlace(SourceLine(file: file, line: line), in: root) }
        let name = file.split(separator: "/").last
        let found = files.filter { $0.split(separator: "/").last == name }.compactMap { relative($0, to: root) }.first
        return (found ?? relative("Tests/\(file)", to: root)).map { CheckoutPlace(path: $0, line: line) }
    }
}

extension Shard {
    /// The number of tests: `41 tests`, or `41 tests, some failed`; or of listed leaks; `nil` in a run of cycles.
    var testsDescription: String? {
        tests.map { counted($0.tests, "test") + ($0.someFailed ? ", some failed" : "") } ?? listed?.description
    }
}

extension [Cause] {
    /// The number of tests that leave something behind: `in 3 tests`, or `nil` without any.
    ///
    /// A cause with several candidates counts once, unless one of them counts already.
    var testsDescription: String? {
        let failed = Set(flatMap(\.failedTests).map(\.fullName))
        let unclear = count { cause in
            let names = cause.tests.map(\.fullName)
            return cause.failedTests.isEmpty && !names.isEmpty && failed.isDisjoint(with: names)
        }
        let tests = failed.count + unclear
        return tests > 0 ? "in \(counted(tests, "test"))" : nil
    }
}

extension TestFigures {
    /// The tests that ran, and those that ran again: `41 tests; 3 of them ran 6 times, to see what grows`, or
    /// `41 tests; 2 of them ran 6 times, 1 ran 24 times, to see what grows`.
    var description: String {
        let ran = counted(tests, "test")
        let groups = Dictionary(grouping: repeated, by: \.runs).mapValues(\.count).sorted { $0.key < $1.key }
        guard !groups.isEmpty else { return ran }
        let parts = groups.enumerated().map { index, group in
            let all = tests == 1 ? "it" : "all"
            let some = index > 0 ? "\(group.value)" : group.value == tests ? all : "\(group.value) of them"
            return "\(some) ran \(group.key) times"
        }
        return "\(ran); \(parts.joined(separator: ", ")), to see what grows"
    }

    /// The reason why the run is not clean although nothing may leak: `swift test ended with status 1`.
    var failure: String? { someFailed ? "swift test ended with status \(status)" : nil }
}
