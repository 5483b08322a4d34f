internal import OutliveJudgement
internal import OutliveModel

/// The tests of one bundle and one library that run again in a process.
struct TestSelection: Hashable {
    let bundle: String
    let tests: [RanTest]
    /// All tests of the bundle and the library that do not run, or none if the others are selected by their names.
    var excluded: [RanTest] = []
    /// `true` if tests run one after the other.
    var isSerial = false

    /// The time that the tests took when they ran first, in seconds.
    var seconds: Double { tests.reduce(0) { $0 + $1.seconds } }

    /// The arguments by which the bundle runs the tests several times. For XCTest the heap tier repeats them.
    func arguments(_ repetitions: Int) -> [String] {
        guard tests.first?.library == .testing else { return [selectors.joined(separator: ",")] }
        let (option, named) = excluded.isEmpty ? ("--filter", tests) : ("--skip", excluded)
        return ["--testing-library", "swift-testing", "--repetitions", "\(repetitions)"]
            + named.compactMap(\.selector).flatMap { [option, "^" + $0.escapedForRegex] }
            + (isSerial ? ["--no-parallel"] : [])
    }

    /// The names of XCTests: whole classes if no test of them is left out, as an argument may have 128 KiB.
    private var selectors: [String] {
        guard !excluded.isEmpty else { return tests.compactMap(\.selector) }
        let divided = Set(excluded.map(\.suite))
        var classes: Set<String> = []
        return tests.compactMap { test in
            guard let selector = test.selector, !divided.contains(test.suite) else { return test.selector }
            let name = String(selector.prefix { $0 != "/" })
            return classes.insert(name).inserted ? name : nil
        }
    }
}

/// What the tests of one process left behind.
struct TestRemainders {
    let bundle: String
    let tests: [TestRemainder]
}

/// A choice of the tests to run again within a time.
struct TestChoice {
    /// The time for which tests may run again if there are leaks, as a multiple of the time of all tests.
    private static let patience = 4.0
    /// The time in seconds that a test takes at least, as XCTest prints no shorter one.
    private static let resolution = 0.001
    private(set) var selections: [TestSelection] = []
    /// The number of tests for which there is no time.
    private(set) var omitted = 0
    /// The time that was left for all, in seconds.
    let seconds: Double

    /// Chooses tests. A test comes first if it left what no earlier one did, above all of the program's types, and then
    /// the faster one.
    ///
    /// A test whose module is unknown cannot be selected.
    ///
    /// - Parameters:
    ///   - remainders: What each process left.
    ///   - ran: All tests of the run.
    ///   - repetitions: The number of times that a test runs again.
    ///   - time: The time in seconds, or `nil` for a sixteenth of the time of all tests, at least 0.5 s; if there are
    ///     leaks, four times the time of all tests, at least 30 s, as the run is not clean anyway.
    init(from remainders: [TestRemainders], of ran: [RanTest], leaks: Bool, repetitions: Int, time: Double?) {
        let all = RunTime(ran)
        seconds = time ?? (leaks ? max(Self.patience * all.wall, 30) : max(all.wall / 16, 0.5))
        var left = seconds
        for (bundle, tests) in Self.byBundle(remainders) {
            var chosen: [RanTest] = []
            for test in Self.ordered(tests) {
                // swift-testing runs several tests at once.
                let share = test.library == .testing ? all.parallelism : 1
                let cost = max(test.seconds, Self.resolution) * Double(repetitions) / share
                if cost <= left {
                    left -= cost
                    chosen.append(test)
                } else {
                    omitted += 1
                }
            }
            for library in RanTest.Library.allCases {
                let own = chosen.filter { $0.library == library }
                if !own.isEmpty { selections.append(TestSelection(bundle: bundle, tests: own)) }
            }
        }
    }

    /// What a test left, with the number of its process in each kind.
    private struct Left {
        let test: RanTest
        let kinds, kindsOfProgram: Set<[Int]>

        init(_ remainder: TestRemainder, process: Int) {
            test = remainder.test
            kinds = Set(remainder.kinds.map { [process, $0] })
            kindsOfProgram = Set(remainder.kindsOfProgram.map { [process, $0] })
        }
    }

    /// Returns what the tests of each bundle left; `--parallel` runs a process for each XCTest.
    private static func byBundle(_ remainders: [TestRemainders]) -> [(bundle: String, tests: [Left])] {
        var bundles: [(bundle: String, tests: [Left])] = []
        for (number, process) in remainders.enumerated() {
            let tests = process.tests.map { Left($0, process: number) }
            if let index = bundles.firstIndex(where: { $0.bundle == process.bundle }) {
                bundles[index].tests += tests
            } else {
                bundles.append((process.bundle, tests))
            }
        }
        return bundles
    }

    private static func ordered(_ tests: [Left]) -> [RanTest] {
        var selectors: Set<String> = []
        var rest = tests.sorted { $0.test.seconds < $1.test.seconds }.filter { left in
            left.test.selector.map { selectors.insert($0).inserted } ?? false
        }
        var ordered: [RanTest] = []
        for kinds in [\Left.kindsOfProgram, \Left.kinds] {
            var seen: Set<[Int]> = []
            rest.removeAll { left in
                guard !left[keyPath: kinds].isSubset(of: seen) else { return false }
                seen.formUnion(left[keyPath: kinds])
                ordered.append(left.test)
                return true
            }
        }
        return ordered + rest.map(\.test)
    }
}

/// The time that the tests of a run took.
struct RunTime {
    /// From the start of the first to the end of the last, in seconds.
    let wall: Double
    /// The mean number of tests of swift-testing that ran at once, at least 1.
    let parallelism: Double

    init(_ tests: [RanTest]) {
        func wall(_ tests: [RanTest]) -> Double {
            let spans = tests.compactMap(\.spans.first)
            guard let start = spans.map(\.lowerBound).min(), let end = spans.map(\.upperBound).max() else { return 0 }
            return min(end - start, 86_400)
        }
        self.wall = wall(tests)
        let parallel = tests.filter { $0.library == .testing }
        parallelism = max(1, parallel.reduce(0) { $0 + $1.seconds } / max(wall(parallel), 0.001))
    }
}

extension String {
    fileprivate var escapedForRegex: String {
        reduce(into: "") { text, character in
            if !character.isLetter, !character.isNumber, character != "_" { text.append("\\") }
            text.append(character)
        }
    }
}
