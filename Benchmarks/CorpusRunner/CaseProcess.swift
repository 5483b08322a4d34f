internal import Foundation

/// A process of this executable that runs one case, so that no case meets what another one left behind.
struct CaseProcess<Run: Decodable & Sendable>: Sendable {
    /// The case's position in `allCases`.
    var index: Int
    var cycles: Int
    var tier: Tier
    /// The time after which the process is killed.
    var limit: Duration
    /// The directory of the child's result and error output while it runs.
    var directory: URL

    func run() async -> Ending<Run> {
        let result = directory.appendingPathComponent("\(index).json")
        let log = directory.appendingPathComponent("\(index).log")
        do {
            let (killed, how) = try await launch(result: result, log: log)
            if killed { return .hung(limit) }
            if let data = try? Data(contentsOf: result) {
                return .finished(try JSONDecoder().decode(Run.self, from: data))
            }
            return .crashed([how, complaint(in: log)].compactMap { $0 }.joined(separator: ": "))
        } catch {
            return .crashed("could not be run: \(error)")
        }
    }

    /// Runs the child to its end, or kills it at the time limit.
    private func launch(result: URL, log: URL) async throws -> (killed: Bool, how: String) {
        try Data().write(to: log)
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = ["--cycles", "\(cycles)"] + tier.arguments + ["--child", "\(index)", result.path]
        // The signal and the message identify a crash; a full backtrace would take seconds.
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
            .merging(try tier.environment(in: directory, index: index)) { $1 }
        // The child exits when this end closes, however this process ends.
        let answers = Pipe()
        process.standardInput = answers
        let inspector = Inspector(tier, folder: Tier.censuses(in: directory, index: index))
        process.standardOutput = inspector?.requests ?? FileHandle.nullDevice
        process.standardError = try FileHandle(forWritingTo: log)

        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        process.terminationHandler = { _ in end.finish() }
        try process.run()
        inspector?.serve(process.processIdentifier, answers: answers.fileHandleForWriting)
        let watchdog = Task {
            try await Task.sleep(for: limit)
            kill(process.processIdentifier, SIGKILL)
        }
        for await _ in ended {}
        watchdog.cancel()
        let killed = (try? await watchdog.value) != nil
        let number = process.terminationStatus
        let how = process.terminationReason == .exit ? "exited with status" : "ended by signal"
        return (killed, "\(how) \(number)")
    }

    /// Returns the most informative line of the child's error output.
    private func complaint(in log: URL) -> String? {
        let lines = ((try? String(contentsOf: log, encoding: .utf8)) ?? "").split(separator: "\n")
        return (lines.first { $0.contains("Fatal error") } ?? lines.last).map(String.init)
    }
}

/// The end of a case's process.
enum Ending<Run: Sendable>: Sendable {
    case finished(Run)
    /// The process ended without a result, as the text describes.
    case crashed(String)
    /// The process was killed after this time.
    case hung(Duration)
}
