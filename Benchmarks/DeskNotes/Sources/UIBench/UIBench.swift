public import ArgumentParser
public import DeskNotesSettings
internal import Foundation
internal import OutliveModel

/// `ui-bench`: the UI tests by resets and by relaunches, and the survivors of the resets.
@main
struct UIBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ui-bench",
        abstract: "Compares UI tests that reset their application with the same tests that relaunch it.",
        discussion: """
            Each round runs all tests twice, by reset and by relaunch; chance decides which comes first, and the other \
            one does in the next round. scripts/ui-bench builds what is needed and gives it a screen of its own.

            Exit status: 0 clean, 1 a test failed, a reset had to be made up for by a relaunch, or something leaked, \
            3 the tests cannot be run, 64 wrong usage, or no test matches the filter, 130 interrupted.
            """)

    @Option(help: ArgumentHelp("The test executable, a .xctest of SwiftPM's.", valueName: "path"))
    var tests: String

    @Option(help: ArgumentHelp("The application.", valueName: "path"))
    var program: String

    @Option(help: ArgumentHelp("How the application was built: debug or release.", valueName: "name"))
    var configuration: BuildConfiguration

    @Option(help: ArgumentHelp("How many rounds; an interval needs 6.", valueName: "n"))
    var rounds = 10

    @Option(help: ArgumentHelp("A leak that every test makes: \(leaks).", valueName: "kind"))
    var leak: DeskSettings.Leak?

    @Option(help: ArgumentHelp("Only tests whose names match; see 'swift test --help'.", valueName: "regex"))
    var filter: String?

    @Option(help: ArgumentHelp("Repeats which way comes first in each round, and the interval.", valueName: "n"))
    var seed: UInt64 = .random(in: 0...UInt64(UInt32.max))

    @Option(help: ArgumentHelp("Writes all that was measured to a file.", valueName: "file"))
    var json: String?

    private static let leaks = DeskSettings.Leak.allCases.map(\.rawValue).joined(separator: " or ")

    func validate() throws {
        guard (1...1000).contains(rounds) else {
            throw ValidationError("--rounds \(rounds) cannot be measured: give 1 to 1000")
        }
    }

    func run() async throws {
        // A reader that goes away must not end this process before the tests.
        signal(SIGPIPE, SIG_IGN)
        guard ProcessInfo.processInfo.environment["DISPLAY"]?.isEmpty == false else {
            complain("there is no screen, as DISPLAY is not set: run scripts/ui-bench, which makes one")
            throw ExitCode(Outcome.failed.rawValue)
        }
        do {
            let file = try json.map(ResultFile.init)
            let measurement = try await measure()
            Progress.clear()
            for line in MeasurementText(measurement).lines { print(line) }
            try file?.write(measurement)
            throw ExitCode(measurement.outcome.rawValue)
        } catch is CancellationError {
            Progress.clear()
            complain("interrupted; the tests were ended")
            throw ExitCode(Outcome.interrupted.rawValue)
        } catch let error as BenchError {
            Progress.clear()
            complain(error.description)
            throw error.exitCode
        }
    }

    /// Runs all rounds, and ends the tests when this process is interrupted.
    private func measure() async throws -> Measurement {
        if let filter {
            do { _ = try Regex(filter) } catch {
                throw BenchError.wrongUsage("--filter '\(filter)' is no regular expression: \(error)")
            }
        }
        // Before anything is made or started that an interrupt would leave behind.
        let (interruptions, interruption) = AsyncStream<Void>.makeStream()
        let interrupts = Interrupts { interruption.yield() }
        defer { interrupts.stop() }
        let suite = TestSuite(
            executable: tests, program: program,
            conditions: Conditions(application: configuration, filter: filter, leak: leak), folders: try Folders())
        defer { suite.folders.removeWork() }
        let measuring = Task { try await Measurement.make(of: suite, rounds: rounds, seed: seed) { Progress.show($0) } }
        let watching = Task { for await _ in interruptions { measuring.cancel() } }
        defer { watching.cancel() }
        do {
            return try await measuring.value
        } catch let error as CancellationError {
            suite.folders.removeArtifacts()
            throw error
        }
    }
}

extension DeskSettings.Leak: ExpressibleByArgument {}

/// An error that prevents the measurement, with its remedy.
struct BenchError: Error, CustomStringConvertible {
    let description: String
    /// The exit code of the process.
    let exitCode: ExitCode

    init(_ description: String) {
        self.init(description: description, exitCode: ExitCode(Outcome.failed.rawValue))
    }

    private init(description: String, exitCode: ExitCode) {
        self.description = description
        self.exitCode = exitCode
    }

    /// Returns an error of usage, which does not depend on the tests.
    static func wrongUsage(_ description: String) -> BenchError {
        BenchError(description: description, exitCode: .validationFailure)
    }
}

/// Writes a message to standard error.
func complain(_ text: String) {
    FileHandle.standardError.write(Data("ui-bench: \(text)\n".utf8))
}
