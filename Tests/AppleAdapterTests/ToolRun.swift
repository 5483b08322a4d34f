import Foundation

/// The result of running a tool of the toolchain.
struct ToolRun: Sendable {
    var isGood: Bool
    var output: String

    /// Runs a tool to its end.
    ///
    /// - Parameters:
    ///   - tool: The name of the tool, which is found in the PATH.
    ///   - arguments: Its arguments.
    ///   - folder: A folder for its output while it runs.
    init(_ tool: String, _ arguments: [String], in folder: URL) async throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [tool] + arguments
        let log = folder.appending(path: "\(UUID().uuidString).log")
        guard FileManager.default.createFile(atPath: log.path, contents: nil) else {
            throw Complaint(description: "cannot write \(log.path)")
        }
        let file = try FileHandle(forWritingTo: log)
        process.standardOutput = file
        process.standardError = file
        try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in ended.resume() }
            do { try process.run() } catch { ended.resume(throwing: error) }
        }
        try file.close()
        output = try String(contentsOf: log, encoding: .utf8)
        isGood = process.terminationStatus == 0
    }
}

/// The reason why code could not be checked.
struct Complaint: Error, CustomStringConvertible { var description: String }
