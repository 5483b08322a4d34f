/// What is seen of a test while it runs, and told to it afterwards; one for each framework.
protocol TestWatch: Sendable {
    /// Whether something was recorded that fails the test.
    var sawFailure: Bool { get }

    /// Does work whose failures are seen.
    ///
    /// - Parameter comment: is added to each failure, where the framework can do that.
    func run<Value: Sendable>(
        adding comment: @escaping @Sendable () -> String, _ work: @Sendable () async throws -> Value
    ) async throws -> Value

    /// Attaches a file to the test, where the framework can do that.
    func attach(_ file: EvidenceFile)

    /// Records what survived as a failure of the test.
    ///
    /// - Returns: whether there is a test to record it for.
    func record(_ complaint: LeakComplaint, adding comment: String) -> Bool
}
