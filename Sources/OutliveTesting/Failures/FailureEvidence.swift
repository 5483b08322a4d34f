/// Something that is kept when a test fails, of an application that is still as the test left it: a screenshot, say.
///
/// It is asked before the application is reset or stopped, and not at all when the test passes. A test fails by what it
/// throws, or by an expectation. What is found only by the reset after it, such as a leak, comes too late: by then the
/// application shows something else. So it does for a test within which a use of the same application has failed: what
/// was seen by that use is all that is kept.
public protocol FailureEvidence: Sendable {
    /// How long it may take; 10 s by default. Whoever takes longer is cancelled, and not waited for.
    var limit: Duration { get }

    /// Looks at the application.
    ///
    /// It is called in a task of its own that is not cancelled with the test. What blocks should be on a thread of its
    /// own. The next one is asked when it is done.
    ///
    /// - Parameter processID: the process of the application; nil when none is running. It may have died, or hang.
    /// - Returns: files to be kept; empty where there is nothing to see.
    /// - Throws: what kept it from looking; that is told at the end of the run, and changes nothing for the test.
    func collect(processID: Int32?) async throws -> [EvidenceFile]
}

extension FailureEvidence {
    /// Ten seconds.
    public var limit: Duration { .seconds(10) }
}

/// A file that is kept of a test that failed.
public struct EvidenceFile: Hashable, Sendable {
    /// The file's name, without a folder; where it is taken, a number is added.
    public var name: String
    /// What is in it.
    public var bytes: [UInt8]

    /// Makes a file.
    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}
