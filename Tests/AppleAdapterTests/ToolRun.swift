import Foundation

/// What a tool of the toolchain said.
struct ToolRun: Sendable {
    var isGood: Bool
    var output: String

    /// Runs a tool to its end.
    ///
    /// - Parameters:
    ///   - tool: looked for in the PATH.
    ///   - arguments: its arguments.
    ///   - folder: where its output may be kept meanwhile.
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

/// Why code could not be checked at all.
struct Complaint: Error, CustomStringConvertible { var description: String }
