/// A test of a run that leaves a leak behind.
package struct LeakingTest: Codable, Hashable, Sendable {
    /// The name without the module: `CartTests.total(of:)`, or of a free function `total(of:)`.
    package var name: String
    package var module: String
    /// The place of the test's declaration, as `Module/File.swift`; `nil` if the runner does not report it.
    package var file: String?
    package var line: Int?
    /// `true` if the test's function was in progress in the stack of the allocation, or of a task's creation.
    ///
    /// Otherwise the test was running at the time of the allocation.
    package var certain: Bool

    package init(name: String, module: String, file: String? = nil, line: Int? = nil, certain: Bool) {
        (self.name, self.module, self.file, self.line, self.certain) = (name, module, file, line, certain)
    }
}

extension LeakingTest {
    package init(_ test: RanTest, isCertain: Bool) {
        self.init(name: test.name, module: test.module ?? "", file: test.file, line: test.line, certain: isCertain)
    }
}

extension LeakingTest: Comparable {
    /// Orders tests that are certain first, then by module and name; a test with a place precedes itself without one.
    package static func < (first: LeakingTest, second: LeakingTest) -> Bool { first.order < second.order }

    private var order: (Int, String, String, Int, String, Int) {
        (certain ? 0 : 1, module, name, file == nil ? 1 : 0, file ?? "", line ?? .max)
    }
}

extension [LeakingTest] {
    /// The tests in order, each once, and certain if any of its entries is.
    package var inOrder: [LeakingTest] {
        Dictionary(map { ([$0.module, $0.name], $0) }, uniquingKeysWith: Swift.min).values.sorted()
    }
}

extension Finding {
    /// `true` if the finding is of the end of tests or of a program, and not of cycles.
    package var isOfTests: Bool { tests != nil }
}

extension Cause {
    /// The tests that leave the objects of the cause behind, each once; none in a run without tests.
    package var tests: [LeakingTest] { findings.flatMap { $0.tests ?? [] }.inOrder }

    /// The tests that fail by the cause: those that are certain, or else the only candidate.
    package var failedTests: [LeakingTest] {
        let all = tests
        let certain = all.filter(\.certain)
        return certain.isEmpty && all.count == 1 ? all : certain
    }
}
