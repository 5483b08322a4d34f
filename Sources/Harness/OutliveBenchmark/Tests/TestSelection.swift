internal import OutliveModel

/// The tests that run again because they left something, in one bundle and of one library.
struct TestSelection: Hashable {
    let bundle: String
    let tests: [RanTest]

    /// The arguments by which the bundle runs the tests several times. For XCTest the heap tier repeats them.
    func arguments(_ repetitions: Int) -> [String] {
        let selectors = tests.compactMap(\.selector)
        guard tests.first?.library == .testing else { return [selectors.joined(separator: ",")] }
        let filters = selectors.flatMap { ["--filter", "^" + $0.escapedForRegex] }
        return ["--testing-library", "swift-testing", "--repetitions", "\(repetitions)"] + filters
    }
}

/// What the tests of one process left behind: objects of one type that are held alike have one number.
struct TestRemainders {
    let bundle: String
    let tests: [(test: RanTest, kinds: Set<Int>)]
}

/// A choice of the tests to run again within a time.
struct TestChoice {
    /// The time for which tests may run again if there are leaks, as a multiple of the time of all tests.
    private static let patience = 10.0
    private(set) var selections: [TestSelection] = []
    /// The number of tests for which there is no time.
    private(set) var omitted = 0
    /// The time that was left for all, in seconds.
    let seconds: Double

    /// Chooses tests, first those that left what no earlier one did, and of these the fastest.
    ///
    /// A test whose module is unknown cannot be selected.
    ///
    /// - Parameters:
    ///   - remainders: What each process left.
    ///   - ran: All tests of the run.
    ///   - repetitions: The number of times that a test runs again.
    ///   - time: The time in seconds, or `nil` for an eighth of the time of all tests, at least 3 s; if there are leaks,
    ///     ten times the time of all tests, at least 60 s, as the run is not clean anyway.
    init(from remainders: [TestRemainders], of ran: [RanTest], leaks: Bool, repetitions: Int, time: Double?) {
        let all = RunTime(ran)
        seconds = time ?? (leaks ? max(Self.patience * all.wall, 60) : max(all.wall / 8, 3))
        var left = seconds
        for (bundle, tests) in Self.byBundle(remainders) {
            var chosen: [RanTest] = []
            for test in Self.ordered(tests) {
                // swift-testing runs several tests at once.
                let share = test.library == .testing ? all.parallelism : 1
                let cost = test.seconds * Double(repetitions) / share
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

    private typealias Left = (test: RanTest, kinds: Set<[Int]>)

    /// Returns the tests of each bundle; `--parallel` runs a process for each XCTest.
    private static func byBundle(_ remainders: [TestRemainders]) -> [(bundle: String, tests: [Left])] {
        var bundles: [(bundle: String, tests: [Left])] = []
        for (number, process) in remainders.enumerated() {
            let tests = process.tests.map { test, kinds in (test, Set(kinds.map { [number, $0] })) }
            if let index = bundles.firstIndex(where: { $0.bundle == process.bundle }) {
                bundles[index].tests += tests
            } else {
                bundles.append((process.bundle, tests))
            }
        }
        return bundles
    }

    private static func ordered(_ tests: [Left]) -> [RanTest] {
        var (seen, selectors): (Set<[Int]>, Set<String>) = ([], [])
        var (first, others): ([RanTest], [RanTest]) = ([], [])
        for (test, kinds) in tests.sorted(by: { $0.test.seconds < $1.test.seconds }) {
            guard let selector = test.selector, selectors.insert(selector).inserted else { continue }
            if kinds.isSubset(of: seen) { others.append(test) } else { first.append(test) }
            seen.formUnion(kinds)
        }
        return first + others
    }
}

/// The time that the tests of a run took.
private struct RunTime {
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
