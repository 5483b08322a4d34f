/// The short name within the package. Public declarations use `HarnessFailure`.
package typealias Failure = HarnessFailure

/// A failure of the application or the harness, with exit code 3.
public struct HarnessFailure: Codable, Hashable, Sendable, Error {
    /// The kinds of failure.
    public enum Code: String, Codable, Hashable, Sendable, CaseIterable {
        /// The program could not be started.
        case launch
        /// The application ended before it was ready, or did not become ready in time.
        case notReady
        /// Another process already answers at the application's address.
        case endpointTaken
        /// A reset was not acknowledged, or the application reported that it failed.
        case resetFailed
        /// The acknowledgement of a reset succeeded before the reset was requested.
        case falseAcknowledgement
        /// The application ended unexpectedly during a reset, or since the last one.
        case died
        /// A reset was acknowledged, but nothing was replaced.
        case replacedNothing
        /// The work or the probe failed.
        case command
        /// Two fresh launches already differ in the output of the probe.
        case unstableProbe
        /// Leak detection is required, but the application does not support it.
        case notWatched
        /// The application supports leak detection, but registered nothing.
        case nothingRegistered
        /// The self-check of the registry or the heap tier failed.
        case blind
        /// The report of a generation is missing or unreadable.
        case noGenerationReport
        /// The library of the heap tier is missing.
        case noHeapLibrary
        /// The heap tier does not work in the application.
        case heapNotServed
        /// A census of the heap is missing or unreadable.
        case noCensus
        /// The growth could not be measured, so it could not be judged.
        case noTrend
        /// The speed of a reset has a gate, and nothing showed what it resets.
        case nothingShown
        /// The run measured nothing.
        case noCycle
        /// Any other failure of the harness.
        case harness
    }

    /// The kind of failure.
    public var code: Code
    /// One line with the event, its subject and the recommended action.
    public var message: String
    /// The last output, or after a trap the output that begins with its reason; `nil` if there is none of use.
    public var output: String?
    /// The command that printed `output`, or `nil` if the application did.
    package var printedBy: HelperCommand?

    package init(_ code: Code, _ message: String, output: String? = nil, printedBy: HelperCommand? = nil) {
        (self.code, self.message, self.output, self.printedBy) = (code, message, output, printedBy)
    }
}

/// A command that the harness runs beside the application.
package enum HelperCommand: String, Codable, Hashable, Sendable, CaseIterable {
    /// The command of `--work`.
    case work
    /// The command of `--probe`.
    case probe
    /// The command of `--reset exec:`.
    case reset
    /// A program of the system, such as the one for screenshots.
    case tool
}

extension HarnessFailure: CustomStringConvertible {
    /// The message, followed by the output.
    public var description: String {
        guard let output, !output.isEmpty else { return message }
        return message + "\n" + output
    }
}

/// A mode of leak detection.
public enum LeakMode: String, Codable, Hashable, Sendable, CaseIterable {
    /// Leaks are detected if the application supports leak detection.
    case auto
    /// Leaks are always detected. It is a failure if the application does not support leak detection.
    case require
    /// Leaks are not detected, and the application's registry stays off.
    case off
}
