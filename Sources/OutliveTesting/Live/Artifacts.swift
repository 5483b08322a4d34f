internal import Foundation
internal import Outlive
internal import OutliveDriver
internal import OutliveModel

/// What is kept of a test that failed; nothing is written before it is asked for.
final class Artifacts: Sendable {
    /// Named by the variable `OUTLIVE_ARTIFACTS`; else one folder of this process in the temporary directory.
    private static let base: Result<String, any Error> = Result {
        let named = ProcessInfo.processInfo.environment[EnvironmentName.artifacts] ?? ""
        if !named.isEmpty {
            try FileManager.default.createDirectory(atPath: named, withIntermediateDirectories: true)
            return URL(fileURLWithPath: named).path
        }
        let temporary = URL(fileURLWithPath: NSTemporaryDirectory())
        let path = temporary.appendingPathComponent("outlive-artifacts-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        return path
    }

    private let test: String
    private let ledger: RunLedger
    private let folder = Guarded<Result<String, any Error>?>(nil)

    /// Makes the place for what is kept of a test.
    init(of test: String, ledger: RunLedger = .shared) {
        self.test = test
        self.ledger = ledger
    }

    /// Where they are, in words; makes the folder.
    var place: String {
        switch path {
        case .success(let path): "artifacts: \(path)"
        case .failure(let error): "artifacts cannot be kept: \(error)"
        }
    }

    /// Keeps a text under a file name.
    func keep(_ text: String, as name: String) {
        attempt { try Data(text.utf8).write(to: URL(fileURLWithPath: $0 + "/" + name)) }
    }

    /// Keeps the report of a generation, for programs and for people.
    func keep(_ report: GenerationReport, _ complaints: [LeakComplaint]) {
        attempt { folder in
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            let name = GenerationReport.fileName(generation: report.generation)
            try encoder.encode(report).write(to: URL(fileURLWithPath: folder + "/" + name))
        }
        let head =
            "generation \(report.generation): components registered: \(report.registered), gone: \(report.died), "
            + "settled in \((report.settleSeconds * 1000).rounded() / 1000) s"
        let leaks = complaints.isEmpty ? ["nothing that the test left behind"] : complaints.map(\.text)
        keep(([head] + leaks).joined(separator: "\n\n") + "\n", as: "leaks.txt")
    }

    /// Keeps a fixture as it is now.
    func keep(_ fixture: FixtureDirectory) {
        attempt { _ = try fixture.keep(in: $0) }
    }

    /// The folder, made by the first call.
    private var path: Result<String, any Error> {
        folder.withLock { folder in
            if let folder { return folder }
            let made = Result {
                let path = try Self.base.get() + "/\(Self.fileName(of: test))-\(UUID().uuidString.prefix(8))"
                try FileManager.default.createDirectory(
                    atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
                return path
            }
            folder = made
            switch made {
            case .success(let path): ledger.add(note: "\(test) failed, artifacts: \(path)")
            case .failure(let error): ledger.add(note: "\(test) failed, artifacts cannot be kept: \(error)")
            }
            return made
        }
    }

    /// What cannot be kept must not hide why the test failed: it is told at the end of the run.
    private func attempt(_ act: (_ folder: String) throws -> Void) {
        guard case .success(let path) = path else { return }
        do { try act(path) } catch { ledger.add(note: "\(test): an artifact cannot be kept: \(error)") }
    }

    /// A test's name as one that every file system takes.
    static func fileName(of test: String) -> String {
        let name = test.unicodeScalars.map { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", ".", "_": Character(scalar)
            default: Character("-")
            }
        }
        let words = String(name).split(separator: "-").joined(separator: "-")
        return words.isEmpty || words.hasPrefix(".") ? "test" : String(words.prefix(80))
    }
}
