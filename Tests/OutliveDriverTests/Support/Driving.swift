internal import FoundationEssentials
internal import Glibc
internal import OutliveModel

@testable internal import OutliveDriver

/// The command that runs the tests' own program.
let fixture: String = {
    // Built next to the test runner.
    let runner = try! FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return "'" + URL(filePath: runner).deletingLastPathComponent().appending(path: "outlive-fixture").path + "'"
}()

/// A command of the shell that runs until it is stopped once it has printed `up`.
func shell(_ script: String) -> String {
    "sh -c '\(script)'"
}

/// A configuration from option texts; what does not matter to a test has a value that does no harm.
func configuration(
    launch: String = shell("echo up; exec sleep 1000"), ready: String = "line:^up$", reset: String = "exec:true",
    done: String? = nil, work: String? = nil, probe: String? = nil, stop: StopPolicy = StopPolicy(),
    timeout: Duration = .seconds(60), leaks: LeakMode = .auto
) throws -> ApplicationConfiguration {
    try ApplicationConfiguration(
        launch: Template(launch), ready: Template(ready), reset: Template(reset), done: done.map { try Template($0) },
        work: work.map { try Template($0) }, probe: probe.map { try Template($0) }, stop: stop, timeout: timeout,
        settle: .milliseconds(100), leaks: leaks)
}

/// Runs a test on an application, and stops it however the test ends.
func withApplication<Result: Sendable>(
    _ configuration: ApplicationConfiguration, aftermath: Duration = .milliseconds(5),
    _ body: (ProcessApplication) async throws -> Result
) async throws -> Result {
    let application = ProcessApplication(
        configuration, instance: 0, root: try PrivateDirectory(), aftermath: aftermath)
    do {
        let result = try await body(application)
        _ = try await application.stop()
        return result
    } catch {
        _ = try await application.stop()
        throw error
    }
}

extension ProcessApplication {
    /// Sets a limit that is to run out, once what has to come in time has come: on a busy machine a launch takes long.
    func wait(noLongerThan limit: Duration) { timeout = limit }
}

/// Returns the failure that `body` throws, or `nil` if it throws none.
func failure(of body: () async throws -> some Any) async throws -> Failure? {
    do {
        _ = try await body()
        return nil
    } catch let failure as Failure {
        return failure
    }
}

extension ProcessApplication {
    /// The number of the running process.
    var processID: pid_t? { processRun?.child.processID }

    /// The end of what the process printed.
    var printed: String { processRun?.channels.output.excerpt ?? "" }

    /// The numbers that the process printed, one a line.
    var printedProcessIDs: [pid_t] { printed.split(separator: "\n").compactMap { pid_t($0) } }
}

/// Returns `true` if a process exists and is no zombie.
func isRunning(_ processID: pid_t) -> Bool {
    guard let stat = FileManager.default.contents(atPath: "/proc/\(processID)/stat") else { return false }
    let text = String(decoding: stat, as: UTF8.self)
    let state = text[text.lastIndex(of: ")")!...].dropFirst(2).first
    return state != "Z" && state != "X"
}
