/// What the tests of a run left changed in the globals and statics of the program.
package struct PollutionReport: Codable, Hashable, Sendable {
    /// The number of tests after which the state was compared.
    package var tests: Int
    /// What each test left changed, in the order of the tests.
    package var changes: [Pollution]

    package init(tests: Int, changes: [Pollution]) { (self.tests, self.changes) = (tests, changes) }

    /// The changes that nothing accepts.
    package var failing: [Pollution] { changes.filter { $0.difference.reason == nil } }
}

/// A variable of the program that a test left changed.
package struct Pollution: Codable, Hashable, Sendable {
    package var test: LeakingTest
    /// The variable with its value before and after the test; the cycle is the number of the test in its process.
    package var difference: FidelityDifference
    /// The tests that fail after this one, and pass without it.
    package var dependents: [LeakingTest]
    /// The tests that pass after this one, and fail without it.
    package var beneficiaries: [LeakingTest]

    package init(
        test: LeakingTest, difference: FidelityDifference, dependents: [LeakingTest] = [],
        beneficiaries: [LeakingTest] = []
    ) {
        (self.test, self.difference) = (test, difference)
        (self.dependents, self.beneficiaries) = (dependents, beneficiaries)
    }
}

extension Report {
    /// `true` if tests left variables changed that nothing accepts.
    package var failsByPollution: Bool { pollution?.failing.isEmpty == false }
}
