/// The observer of a test's failures, which can also record new ones; one for each framework.
protocol FailureObserver: Sendable {
    /// `true` if a failure of the test was recorded.
    var sawFailure: Bool { get }

    /// Runs work and observes its failures.
    ///
    /// - Parameter comment: added to each failure, if the framework supports that.
    func run<Value: Sendable>(
        adding comment: @escaping @Sendable () -> String, _ work: @Sendable () async throws -> Value
    ) async throws -> Value

    /// Attaches a file to the test, if the framework supports that.
    func attach(_ file: EvidenceFile)

    /// Records survivors as a failure of the test.
    ///
    /// - Returns: `true` if there is a test to record it for.
    func record(_ complaint: LeakComplaint, adding comment: String) -> Bool
}
