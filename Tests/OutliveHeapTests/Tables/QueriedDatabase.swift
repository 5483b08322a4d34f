import Foundation
import OutliveHeap
import OutliveTestSupport

/// An exported snapshot in a file, which Python's own SQLite reads.
final class QueriedDatabase {
    private static let script = #"""
        import json, sqlite3, sys
        database = sqlite3.connect("file:" + sys.argv[1] + "?mode=ro", uri=True)
        request = json.load(sys.stdin)
        for statement in request[:-1]: database.execute(statement)
        cursor = database.execute(request[-1])
        rows = [[column[0] for column in cursor.description]]
        rows += [["" if cell is None else str(cell) for cell in row] for row in cursor]
        json.dump(rows, sys.stdout)
        """#

    private let folder: URL

    init(_ snapshot: AnalysedSnapshot) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "outlive-tables-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var bytes: [UInt8] = []
        try SnapshotDatabase(snapshot, path: "now.heap").write { bytes += $0 }
        try Data(bytes).write(to: folder.appending(path: "heap.db"))
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var path: String { folder.appending(path: "heap.db").path }

    /// Returns the names of the columns, then the rows, of the last of some statements.
    func rows(_ statements: [String]) async throws -> [[String]] {
        let request = try JSONEncoder().encode(statements)
        let answer = try await Self.python(Self.script, path, input: request)
        return try JSONDecoder().decode([[String]].self, from: answer)
    }

    /// Returns the rows of a statement, with `|` between columns.
    func lines(_ statement: String) async throws -> [String] {
        try await rows([statement]).dropFirst().map { $0.joined(separator: "|") }
    }

    private static func python(_ script: String, _ argument: String, input: Data) async throws -> Data {
        try await withCheckedThrowingContinuation { continuation in
            // Reading blocks, and the few threads that tests run on must not.
            DispatchQueue(label: "outlive.test.python").async {
                continuation.resume(with: Result { try run(script, argument, input: input) })
            }
        }
    }

    private static func run(_ script: String, _ argument: String, input: Data) throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script, argument]
        let (stdin, output, errors) = (Pipe(), Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (stdin, output, errors)
        try process.run()
        try stdin.fileHandleForWriting.write(contentsOf: input)
        try stdin.fileHandleForWriting.close()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        let text = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Broken(String(decoding: text, as: UTF8.self)) }
        return data
    }
}
