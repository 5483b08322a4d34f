internal import Foundation
internal import OutliveModel

/// The folders of the tests: one for their work, and one for the artifacts of failed tests.
struct Folders {
    /// The tests' temporary folder, which this process removes at its end.
    ///
    /// Its path is short, as paths of sockets must be.
    let work: URL
    /// The folder of artifacts, which the first failing test creates.
    let artifacts: URL

    /// Creates the work folder.
    ///
    /// - Throws: `BenchError` if it cannot be created.
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

    /// The path of the artifacts of failed tests, or `nil` if there are none.
    var keptArtifacts: String? {
        FileManager.default.fileExists(atPath: artifacts.path) ? artifacts.path : nil
    }

    /// Removes the artifacts of failed tests, for a run whose result is not reported.
    func removeArtifacts() { try? FileManager.default.removeItem(at: artifacts) }

    /// Removes the work folder.
    func removeWork() { try? FileManager.default.removeItem(at: work) }
}
