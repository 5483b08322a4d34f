import Foundation
import OutliveModel

/// A folder for the artifacts of failed tests in a process of their own; it is removed with the value.
final class ArtifactFolder {
    let path = NSTemporaryDirectory() + "/outlive-test-\(UUID().uuidString)"

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The environment that passes the folder to such a process.
    var environment: [String: String] { [EnvironmentName.artifacts: path] }

    /// Returns the names in it, or in a folder of it, in alphabetical order.
    func names(in folder: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path + "/" + folder).sorted()
    }

    /// The content of a file in it.
    func text(_ file: String) throws -> String { try String(contentsOfFile: path + "/" + file, encoding: .utf8) }

    /// The names of the components that survived, by the report of a generation in a folder of it.
    func survivors(in folder: String) throws -> [String] {
        guard let name = try names(in: folder).first(where: { $0.hasPrefix("generation-") }) else { return [] }
        let report = try JSONDecoder().decode(GenerationReport.self, from: Data(text("\(folder)/\(name)").utf8))
        return report.survivors.map(\.key.name)
    }

    /// Returns `true` if the end of a run names a folder of artifacts in it.
    func isTold(_ name: String, of test: String, in run: ChildRun) -> Bool {
        run.line(with: "outlive: \(test) failed, artifacts: \(path)/\(name)") != nil
    }

    /// Returns `true` if a failure of a run names a folder of artifacts in it.
    func isNamed(_ name: String, inFailureOf run: ChildRun) -> Bool {
        run.output.split(separator: "\n").contains {
            $0.contains("artifacts: \(path)/\(name)") && !$0.hasPrefix("outlive: ")
        }
    }
}
