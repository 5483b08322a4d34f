internal import OutliveHeap
package import OutliveModel

/// The tests that allocated blocks: by the functions on their stacks, else by their time of birth.
struct TestAttribution {
    private let tests: [RanTest]
    private let alone: Int?
    private let byName: [String: [Int]]
    private let bySuite: [String: [Int]]
    /// The tests or suites of functions seen so far, by their demangled names.
    private var known: [String: Place] = [:]
    /// The modules of tests and suites seen so far whose runner does not report them.
    private var modules: [Int: String] = [:]

    private enum Place {
        case test(Int)
        case suite([Int])
        case none
    }

    /// Creates an attribution.
    ///
    /// - Parameter alone: The index of the only test that ran in the process, which allocated everything; `nil` for any.
    init(_ tests: [RanTest], alone: Int? = nil) {
        (self.tests, self.alone) = (tests, alone)
        byName = Dictionary(grouping: tests.indices) { tests[$0].name }
        bySuite = Dictionary(grouping: tests.indices.filter { tests[$0].path.count > 1 }) { tests[$0].suite }
    }

    /// Returns the tests that allocated some blocks, by the test's functions on the stacks, and `true`; or the tests that
    /// ran when the others were allocated, and `false`.
    ///
    /// - Parameters:
    ///   - backtraces: The distinct stacks with names, innermost frame first.
    ///   - births: For each stack the times of birth, in seconds since 1970; none if they are unknown.
    mutating func tests(of stacks: [(backtrace: Backtrace, births: [Double])]) -> (tests: [Int], isCertain: Bool) {
        var certain: Set<Int> = []
        var possible: Set<Int> = []
        for (backtrace, births) in stacks {
            let (test, suite) = place(of: backtrace)
            if let test {
                certain.insert(test)
            } else {
                for birth in births { possible.formUnion(running(at: birth, among: suite)) }
            }
        }
        return certain.isEmpty ? (possible.sorted(), false) : (certain.sorted(), true)
    }

    /// Returns the only test that can have allocated a block, or `nil` if none or several can.
    ///
    /// That is the test with a function on the stack, or else the only one that ran at the time: of the suite with a
    /// function on the stack, or of all.
    mutating func onlyTest(of backtrace: Backtrace, bornAt time: Double) -> Int? {
        let (test, suite) = place(of: backtrace)
        if let test { return test }
        let running = (suite ?? Array(tests.indices)).filter { isRunning($0, at: time) }
        return running.count == 1 ? running[0] : nil
    }

    /// Returns the test with a function on a stack, or else the tests of the suite with a function on it.
    mutating func place(of backtrace: Backtrace) -> (test: Int?, suite: [Int]?) {
        if let alone { return (alone, nil) }
        var suite: [Int]?
        for frame in backtrace.frames where !frame.isInPlatformLibrary {
            for symbol in frame.symbols {
                switch place(of: symbol.function) {
                case .test(let test): return (test, nil)
                case .suite(let tests): suite = suite ?? tests
                case .none: break
                }
            }
        }
        return (nil, suite)
    }

    private mutating func place(of function: String) -> Place {
        if let place = known[function] { return place }
        let place = find(function)
        known[function] = place
        return place
    }

    private mutating func find(_ function: String) -> Place {
        if function.contains("`") { return findRaw(function) }
        let name = FunctionName(function)
        guard let module = name.module else { return .none }
        func isOfModule(_ test: Int) -> Bool { tests[test].module.map { $0 == module } ?? true }
        // `closure #1 in CartTests.total(of:)`.
        let whole = name.brief.ranges(of: " in ").last.map { String(name.brief[$0.upperBound...]) } ?? name.brief
        if let test = byName[whole]?.first(where: isOfModule) {
            modules[test] = module
            return .test(test)
        }
        guard let dot = whole.lastIndex(of: "."), let tests = bySuite[String(whole[..<dot])]?.filter(isOfModule),
            !tests.isEmpty
        else { return .none }
        for test in tests { modules[test] = module }
        return .suite(tests)
    }

    /// Returns a test with its module, as far as the runner or a function on a stack shows it.
    func withModule(_ index: Int) -> RanTest {
        var test = tests[index]
        let only = Set(modules.values)
        test.module = test.module ?? modules[index] ?? (only.count == 1 ? only.first : nil)
        return test
    }

    /// Returns the test with a raw name, which may have the punctuation that separates the parts of a function's name.
    private func findRaw(_ function: String) -> Place {
        // The compiler replaces spaces in names.
        let function = String(function.map { $0 == "\u{A0}" ? " " : $0 })
        let found = tests.indices.first { index in
            guard let module = tests[index].module, tests[index].name.contains("`") else { return false }
            let end = tests[index].name.lastIndex(of: "`")!
            return function.contains("\(module).\(tests[index].name[...end])(")
        }
        return found.map { .test($0) } ?? .none
    }

    private func isRunning(_ test: Int, at time: Double) -> Bool { tests[test].isRunning(at: time) }

    /// Returns the tests that ran at a time, or the last one that had ended before; those of a suite if there are any.
    private func running(at time: Double, among suite: [Int]?) -> [Int] {
        let running = tests.indices.filter { isRunning($0, at: time) }
        let ofSuite = suite?.filter { isRunning($0, at: time) } ?? []
        if !ofSuite.isEmpty { return ofSuite }
        if !running.isEmpty { return running }
        func end(_ test: Int) -> Double { tests[test].spans.lazy.map(\.upperBound).filter { $0 <= time }.max() ?? 0 }
        return tests.indices.filter { end($0) > 0 }.max { end($0) < end($1) }.map { [$0] } ?? []
    }
}

extension RanTest {
    /// The time for which a test may be busy before its first event, and after its last one, in seconds.
    private static let slack = 0.003

    /// Returns `true` if the test ran at a time, in seconds since 1970.
    func isRunning(at time: Double) -> Bool {
        spans.contains { $0.lowerBound - Self.slack <= time && time <= $0.upperBound + Self.slack }
    }

    /// What names the test in all runs of a bundle, whether the runner reports its module or not.
    package struct Identity: Hashable {
        private let library: Library
        private let name: String
        private let file: String?
        private let line: Int?

        fileprivate init(_ test: RanTest) {
            (library, name, file, line) = (test.library, test.name, test.file, test.line)
        }
    }

    package var identity: Identity { Identity(self) }

    /// Returns `true` if another test has the same declaration; where a runner does not report places, the same name.
    package func isSame(as other: RanTest) -> Bool {
        guard library == other.library, module == nil || other.module == nil || module == other.module else {
            return false
        }
        guard let line, let its = other.line else { return name == other.name }
        return line == its && file == other.file
    }
}
