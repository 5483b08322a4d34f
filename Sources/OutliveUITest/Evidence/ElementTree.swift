internal import OutliveDriver
public import OutliveTesting

/// Keeps `elements.txt` of a test that failed: the tree of its elements, or a line that says why there is none.
public struct ElementTree: FailureEvidence {
    private let describe: @Sendable (_ processID: Int32) throws -> String

    /// Prepares to look at the windows of an application.
    public init() {
        self.init { processID in try UIApplication { processID }.debugDescription() }
    }

    /// Prepares to describe an application in some way.
    init(by describe: @escaping @Sendable (_ processID: Int32) throws -> String) {
        self.describe = describe
    }

    /// Looks at the tree that is kept.
    public func collect(processID: Int32?) async throws -> [EvidenceFile] {
        // Each look asks the application, which may hang.
        let tree = try await onOwnThread { _ in try text(of: processID) }
        return [EvidenceFile(name: "elements.txt", bytes: Array(tree.utf8))]
    }

    private func text(of processID: Int32?) throws -> String {
        guard let processID else { return "no application is running\n" }
        guard ProcessEntry.isRunning(processID) else { return "the application, process \(processID), has died\n" }
        do { return try describe(processID) } catch let error as AccessibilityError { return "\(error)\n" }
    }
}
