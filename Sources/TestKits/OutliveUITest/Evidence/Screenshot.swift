internal import Foundation
internal import OutliveDriver
internal import OutliveModel
public import OutliveTesting

/// Saves the screen of a failed test as `screenshot.png`.
///
/// Requires an X server in `DISPLAY` and ImageMagick's `import`. If one is missing, the end of the run reports that,
/// and no test fails because of it.
public struct Screenshot: FailureEvidence {
    /// The command that prints an image of the whole screen.
    private let command: Command
    private let hasDisplay: Bool
    private let programLimit: Duration

    /// The time limit: that of the program, 30 s, plus 10 s.
    public var limit: Duration { programLimit + .seconds(10) }

    /// Creates evidence that captures the screen in `DISPLAY`.
    public init() {
        self.init(by: Command(program: "import", arguments: ["-silent", "-window", "root", "png:-"]))
    }

    /// Creates evidence that captures the screen with a given program.
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
    /// - Throws: `Failure` if a requirement is missing, the program fails or exceeds 30 s, or `CancellationError`.
    public func png() async throws -> [UInt8] {
        guard hasDisplay else {
            throw Failure(
                .harness,
                "there is no screen to take a picture of, as DISPLAY is not set: run the tests by "
                    + "'xvfb-run -a dbus-run-session -- swift test'")
        }
        guard command.isInstalled else {
            throw Failure(
                .harness,
                "there is no program '\(command.program)' to take a picture of the screen: install ImageMagick, as "
                    + "by 'apt-get install imagemagick'")
        }
        return try await command.output(purpose: "the screenshot", within: programLimit)
    }

    /// Captures the image to save.
    public func collect(processID: Int32?) async throws -> [EvidenceFile] {
        [EvidenceFile(name: "screenshot.png", bytes: try await png())]
    }
}
