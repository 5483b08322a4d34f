/// Something that went wrong with the application or the harness: exit code 3.
public struct Failure: Codable, Hashable, Sendable, Error {
    /// The kinds of failure.
    public enum Code: String, Codable, Hashable, Sendable, CaseIterable {
        /// The program could not be started.
        case launch
        /// It ended, or never became ready, in time.
        case notReady
        /// Something else already answers where the application is to become ready.
        case endpointTaken
        /// A reset was not acknowledged, or the application said that it failed.
        case resetFailed
        /// What is to acknowledge a reset said yes before the reset was asked for.
        case falseAcknowledgement
        /// It ended by itself when it was being reset, or since the reset before.
        case died
        /// A reset was acknowledged, but nothing was replaced.
        case replacedNothing
        /// The work or the probe failed.
        case command
        /// Two fresh launches already differ in what the probe prints.
        case unstableProbe
        /// Leaks were required to be watched, and the application does not.
        case notWatched
        /// The application is watched, but registered nothing.
        case nothingRegistered
        /// The registry or the heap tier failed its own check.
        case blind
        /// A generation's report did not come, or could not be read.
        case noGenerationReport
        /// The library of the heap tier is not there.
        case noHeapLibrary
        /// The heap tier cannot serve the application.
        case heapNotServed
        /// A census of the heap did not come, or could not be read.
        case noCensus
        /// Growth was to be judged, and could not be.
        case noTrend
        /// Nothing at all was measured.
        case noCycle
        /// Anything else in the harness.
        case harness
    }

    /// What kind of failure.
    public var code: Code
    /// What happened, to what, and what to do: one line.
    public var message: String
    /// What was printed last, or from the reason of a trap on, where that helps.
    public var output: String?
    /// The command that printed `output`; absent where that is the application.
    public var printedBy: HelperCommand?

    /// Makes a failure.
    public init(_ code: Code, _ message: String, output: String? = nil, printedBy: HelperCommand? = nil) {
        self.code = code
        self.message = message
        self.output = output
        self.printedBy = printedBy
    }
}

/// A command that the harness runs beside the application.
public enum HelperCommand: String, Codable, Hashable, Sendable, CaseIterable {
    /// The command of `--work`.
    case work
    /// The command of `--probe`.
    case probe
    /// The command of `--reset exec:`.
    case reset
    /// A program of the system, such as the one that takes screenshots.
    case tool
}

extension Failure: CustomStringConvertible {
    /// The message, and below it what was printed.
    public var description: String {
        guard let output, !output.isEmpty else { return message }
        return message + "\n" + output
    }
}
