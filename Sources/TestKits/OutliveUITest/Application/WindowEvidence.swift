internal import Foundation
internal import OutliveDriver
internal import OutliveModel
public import OutliveTesting

extension [any FailureEvidence] {
    /// The evidence of failed tests that use windows: a screenshot and the tree of elements.
    public static var ofWindows: Self { [Screenshot(), ElementTree()] }
}

/// Evidence that saves the screen of a failed test as `screenshot.png`.
///
/// It requires an X server in `DISPLAY` and ImageMagick's `import`. If either is missing, this is reported at the end
/// of the run, and no test fails because of it.
public struct Screenshot: FailureEvidence {
    /// The command that prints an image of the whole screen.
    private let command: Command
    private let hasDisplay: Bool
    private let programLimit: Duration

    /// The time limit: the program's, 30 s by default, plus 10 s.
    public var limit: Duration { programLimit + .seconds(10) }

    /// Creates evidence that captures the screen in `DISPLAY`.
    public init() { self.init(by: Command(program: "import", arguments: ["-silent", "-window", "root", "png:-"])) }

    init(
        by command: Command, environment: [String: String] = ProcessInfo.processInfo.environment,
        programLimit: Duration = .seconds(30)
    ) {
        self.command = command
        hasDisplay = environment["DISPLAY"]?.isEmpty == false
        self.programLimit = programLimit
    }

    /// Captures the screen.
    ///
    /// - Returns: The image in PNG format.
    /// - Throws: `HarnessFailure` if a requirement is missing or the program fails or exceeds 30 s, or
    ///   `CancellationError`.
    public func png() async throws -> [UInt8] {
        guard hasDisplay else {
            throw Failure(
                .harness,
                "there is no screen to capture, because DISPLAY is not set: run the tests with "
                    + "'xvfb-run -a dbus-run-session -- swift test'")
        }
        guard command.isInstalled else {
            throw Failure(
                .harness,
                "the program '\(command.program)' that captures the screen is missing: install ImageMagick, for "
                    + "example with 'apt-get install imagemagick'")
        }
        return try await command.output(purpose: "the screenshot", within: programLimit)
    }

    /// Captures the image to save.
    public func collect(processID: Int32?) async throws -> [EvidenceFile] {
        [EvidenceFile(name: "screenshot.png", bytes: try await png())]
    }
}

/// Evidence that saves the tree of elements of a failed test, or the reason why there is none, as `elements.txt`.
public struct ElementTree: FailureEvidence {
    private let describe: @Sendable (_ processID: Int32) throws -> String

    /// Creates evidence that reads the windows of the application.
    public init() { self.init { processID in try UIApplication { processID }.debugDescription() } }

    init(by describe: @escaping @Sendable (_ processID: Int32) throws -> String) { self.describe = describe }

    /// Reads the tree to save.
    public func collect(processID: Int32?) async throws -> [EvidenceFile] {
        // On its own thread, because each access queries the application, which may hang.
        let tree = try await onOwnThread { _ in try text(of: processID) }
        return [EvidenceFile(name: "elements.txt", bytes: Array(tree.utf8))]
    }

    private func text(of processID: Int32?) throws -> String {
        guard let processID else { return "no application is running\n" }
        guard ProcessEntry.isRunning(processID) else { return "the application, process \(processID), has ended\n" }
        do { return try describe(processID) } catch let error as AccessibilityError { return "\(error)\n" }
    }
}
