internal import OutliveDriver
public import OutliveTesting

/// Saves the tree of elements of a failed test as `elements.txt`, or one line that says why there is none.
public struct ElementTree: FailureEvidence {
    private let describe: @Sendable (_ processID: Int32) throws -> String

    /// Creates evidence that reads the windows of the application.
    public init() {
        self.init { processID in try UIApplication { processID }.debugDescription() }
    }

    /// Creates evidence that describes the application by a closure.
    init(by describe: @escaping @Sendable (_ processID: Int32) throws -> String) {
        self.describe = describe
    }

    /// Reads the tree to save.
    public func collect(processID: Int32?) async throws -> [EvidenceFile] {
        // Each access queries the application, which may hang.
        let tree = try await onOwnThread { _ in try text(of: processID) }
        return [EvidenceFile(name: "elements.txt", bytes: Array(tree.utf8))]
    }

    private func text(of processID: Int32?) throws -> String {
        guard let processID else { return "no application is running\n" }
        guard ProcessEntry.isRunning(processID) else { return "the application, process \(processID), has died\n" }
        do { return try describe(processID) } catch let error as AccessibilityError { return "\(error)\n" }
    }
}
