/// A test of a run that leaves a leak behind.
package struct LeakingTest: Codable, Hashable, Sendable {
    /// The name without the module: `CartTests.total(of:)`, or of a free function `total(of:)`.
    package var name: String
    package var module: String
    /// The place of the test's declaration, as `Module/File.swift`; `nil` if the runner does not report it.
    package var file: String?
    package var line: Int?
    /// `true` if the test's function was in progress in the stack of the allocation, or in that of a task's creation.
    ///
    /// Otherwise the test was running at the time of the allocation.
    package var certain: Bool

    package init(name: String, module: String, file: String? = nil, line: Int? = nil, certain: Bool) {
        (self.name, self.module, self.file, self.line, self.certain) = (name, module, file, line, certain)
    }
}

extension LeakingTest: Comparable {
    /// Orders tests that are certain first, then by module and name.
    package static func < (first: LeakingTest, second: LeakingTest) -> Bool {
        (first.certain ? 0 : 1, first.module, first.name) < (second.certain ? 0 : 1, second.module, second.name)
    }
}

extension Cause {
    /// The tests that leave the objects of the cause behind, each once; none in a run without tests.
    package var tests: [LeakingTest] {
        let all = Dictionary(grouping: findings.lazy.flatMap { $0.tests ?? [] }) { "\($0.module).\($0.name)" }
        return all.values.compactMap { $0.min() }.sorted()
    }
}
