internal import DeskNotesSettings
internal import Foundation
internal import OutliveDriver
internal import OutliveModel
internal import SuiteResult
internal import Synchronization

/// The UI tests, as a program that runs once and writes its result to a file.
struct TestSuite: Sendable {
    /// The test executable.
    let executable: String
    /// The application that the tests use.
    let program: String
    /// The tests to run, and the leak that they plant.
    let conditions: Conditions
    /// The folders of the tests.
    let folders: Folders

    /// The exit status of tests when the filter matches none of them: `EX_UNAVAILABLE`.
    private static let nothingToRun: Int32 = 69

    /// One run of the tests.
    struct Run {
        /// The result that the tests wrote.
        let result: SuiteResult
        /// `true` if nothing failed, including the checks of the run as a whole.
        let passed: Bool
        /// The lines that report failures.
        let complaints: [String]
    }

    /// Runs the tests once.
    ///
    /// - Throws: `BenchError` if there is no result; `CancellationError`, after the tests have ended.
    func run(_ arm: Arm) async throws -> Run {
        let output = folders.work.appending(path: "output")
        let result = folders.work.appending(path: "result.json")
        do {
            // No run may be judged by the result of the one before.
            try? FileManager.default.removeItem(at: result)
            try Data().write(to: output)
        } catch {
            throw BenchError("cannot write to \(folders.work.path): \(error.localizedDescription)")
        }
        let ending = try await end(of: try process(arm, result: result, output: output))
        try Task.checkCancellation()
        let said = String(decoding: (try? Data(contentsOf: output)) ?? Data(), as: UTF8.self)
        if let filter = conditions.filter, ending.reason == .exit, ending.status == Self.nothingToRun {
            throw BenchError.wrongUsage("no test matches --filter \(filter)")
        }
        guard let data = try? Data(contentsOf: result) else {
            throw BenchError("the tests \(ending) without a result; they said:\n\(said.suffix(4000))")
        }
        do {
            let result = try JSONDecoder().decode(SuiteResult.self, from: data)
            return Run(
                result: result, passed: ending.isGood, complaints: Self.complaints(in: said, of: result))
        } catch {
            throw BenchError("the result of the tests cannot be read, build them again: \(error)")
        }
    }

    private func process(_ arm: Arm, result: URL, output: URL) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: executable)
        // The executable has other tests as well.
        let names = "^DeskNotesUITests\\." + (conditions.filter.map { ".*(\($0))" } ?? "")
        process.arguments = ["--testing-library", "swift-testing", "--filter", names]
        var environment = ProcessInfo.processInfo.environment
        environment[SuiteVariable.program] = program
        environment[SuiteVariable.strategy] = arm.strategy.rawValue
        environment[SuiteVariable.leak] = conditions.leak?.rawValue
        environment[SuiteVariable.result] = result.path
        environment[EnvironmentName.artifacts] = folders.artifacts.path
        environment["TMPDIR"] = folders.work.path
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        let file = try FileHandle(forWritingTo: output)
        (process.standardOutput, process.standardError) = (file, file)
        return process
    }

    /// Runs a process to its end. If the task is cancelled, the process gets SIGTERM, and ends its application.
    private func end(of process: Process) async throws -> Ending {
        let running = Mutex<RunningTests>(.waiting)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (done: CheckedContinuation<Ending, any Error>) in
                process.terminationHandler = { process in
                    done.resume(returning: Ending(status: process.terminationStatus, reason: process.terminationReason))
                }
                running.withLock { state in
                    if case .unwanted = state { return done.resume(throwing: CancellationError()) }
                    do {
                        try process.run()
                        state = .running(process.processIdentifier)
                    } catch {
                        let reason = error.localizedDescription
                        done.resume(
                            throwing: BenchError("cannot run \(process.executableURL!.path): \(reason)"))
                    }
                }
            }
        } onCancel: {
            running.withLock { state in
                if case .running(let processID) = state { kill(processID, SIGTERM) }
                state = .unwanted
            }
        }
    }

    /// The end of the tests; a verb phrase as text.
    private struct Ending: CustomStringConvertible {
        let status: Int32
        let reason: Process.TerminationReason

        var isGood: Bool { reason == .exit && status == 0 }
        var description: String {
            (reason == .exit ? "ended with status" : "were killed by signal") + " \(status)"
        }
    }

    /// The state of the process: not started, running, or cancelled.
    private enum RunningTests {
        case waiting
        case running(pid_t)
        case unwanted
    }

    /// Returns the lines of a run that report failures and the artifacts of failed tests. Leaks are in its result.
    private static func complaints(in output: String, of result: SuiteResult) -> [String] {
        let leaked = result.cases.filter { $0.outcome == .leaked }.map { "outlive: \($0.name) failed, artifacts: " }
        return output.split(whereSeparator: \.isNewline).map(String.init).filter { line in
            line.hasPrefix("outlive: ") && !leaked.contains(where: line.hasPrefix)
                || line.contains(" recorded an issue at ") && !line.hasSuffix(": Issue recorded")
        }
    }
}
