internal import Foundation
internal import OutliveModel

/// Where the tests keep what they need while they run, and what is kept of those that fail.
struct Folders {
    /// Goes with this process; the tests' temporary folder, too.
    ///
    /// Its path is short, as those of sockets must be.
    let work: URL
    /// Made by the first test that fails.
    let artifacts: URL

    /// Makes the one for work.
    ///
    /// - Throws: `BenchError` when it cannot be made.
    init() throws {
        let temporary = FileManager.default.temporaryDirectory
        var path = Array(temporary.appending(path: "ui-bench-XXXXXX").path.utf8CString)
        guard mkdtemp(&path) != nil else {
            throw BenchError("cannot make a folder in \(temporary.path): \(String(cString: strerror(errno)))")
        }
        work = URL(filePath: String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
        let named = ProcessInfo.processInfo.environment[EnvironmentName.artifacts] ?? ""
        artifacts = (named.isEmpty ? temporary : URL(filePath: named))
            .appending(path: "ui-bench-artifacts-\(UUID().uuidString.prefix(8))")
    }

    /// The path of what was kept of failed tests; nil when nothing was.
    var keptArtifacts: String? {
        FileManager.default.fileExists(atPath: artifacts.path) ? artifacts.path : nil
    }

    /// Removes what was kept of failed tests, of a run that nobody is told the result of.
    func removeArtifacts() { try? FileManager.default.removeItem(at: artifacts) }

    /// Removes what the tests needed.
    func removeWork() { try? FileManager.default.removeItem(at: work) }
}
