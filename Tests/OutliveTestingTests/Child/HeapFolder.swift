import Foundation
import OutliveModel
import OutliveTestSupport

/// A folder for the heap tier in a test process of its own; it is removed with the value.
final class HeapFolder {
    let path = NSTemporaryDirectory() + "/outlive-heap-\(UUID().uuidString)"
    /// The environment that loads the tier, whose library is beside this executable, into such a process.
    let environment: [String: String]

    init() throws {
        let tests = URL(fileURLWithPath: CommandLine.arguments[0])
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        environment = [
            "LD_PRELOAD": try HeapTierLibrary.path(in: tests.deletingLastPathComponent()),
            EnvironmentName.heap: path, EnvironmentName.heapExit: "0", EnvironmentName.target: tests.path,
        ]
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The names of the snapshots that the process left in it.
    var snapshots: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".olheap") } }
    }
}
