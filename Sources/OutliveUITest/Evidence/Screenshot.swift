internal import Foundation
internal import OutliveDriver
internal import OutliveModel
public import OutliveTesting

/// Keeps `screenshot.png` of a test that failed: the whole screen.
///
/// It needs an X server, which `DISPLAY` names, and `import`, a program of ImageMagick. Where one is missing, the end
/// of the run says so, and no test fails by it.
public struct Screenshot: FailureEvidence {
    /// What prints a picture of the whole screen, in silence.
    private let command: Command
    private let hasDisplay: Bool
    private let programLimit: Duration

    /// How long it may take: what the program may, which is 30 s, and a little more.
    public var limit: Duration { programLimit + .seconds(10) }

    /// Prepares to take a picture of the screen that `DISPLAY` names.
    public init() {
        self.init(by: Command(program: "import", arguments: ["-silent", "-window", "root", "png:-"]))
    }

    /// Prepares to take a picture by a program.
    init(
        by command: Command, environment: [String: String] = ProcessInfo.processInfo.environment,
        programLimit: Duration = .seconds(30)
    ) {
        self.command = command
        hasDisplay = environment["DISPLAY"]?.isEmpty == false
        self.programLimit = programLimit
    }

    /// Takes a picture of the screen.
    ///
    /// - Returns: a file in the format PNG.
    /// - Throws: `Failure` that says what is missing, or what went wrong, also when the program takes more than 30 s;
    ///   `CancellationError`.
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

    /// Takes the picture that is kept.
    public func collect(processID: Int32?) async throws -> [EvidenceFile] {
        [EvidenceFile(name: "screenshot.png", bytes: try await png())]
    }
}
