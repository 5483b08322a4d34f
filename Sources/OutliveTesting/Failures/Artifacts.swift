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
        try makePrivateFolder(path)
        return path
    }

    private let test: String
    /// No other test has it, whatever it is called.
    private let name: String
    private let ledger: RunLedger
    private let isAnnounced = Flag()

    /// Prepares to keep what helps to find out why a test failed.
    init(of test: String, ledger: RunLedger = .shared) {
        self.test = test
        self.ledger = ledger
        name = "\(Self.fileName(of: test))-\(UUID().uuidString.prefix(8))"
    }

    /// Makes the folder, has it named at the end of the run, and says where it is; both is done once.
    ///
    /// - Returns: a line for the text of a failure.
    func announce() -> String {
        switch Result(catching: { try makeFolder() }) {
        case .success(let path): "artifacts: \(path)"
        case .failure(let error): "artifacts cannot be kept: \(error)"
        }
    }

    /// Keeps a text under a file name.
    func keep(_ text: String, as name: String) {
        keep(EvidenceFile(name: name, bytes: Array(text.utf8)))
    }

    /// Keeps a file of the evidence, under a name that is not taken yet.
    func keep(_ file: EvidenceFile) {
        let name = Self.fileName(of: file.name)
        attempt { try Self.write(file.bytes, as: name, in: $0) }
    }

    /// Has a line told at the end of the run.
    func note(_ line: String) {
        ledger.add(note: "\(test): \(line)")
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

    /// Keeps a snapshot of the heap, for `outlive heap`.
    func keep(_ snapshot: HeapFile) {
        attempt { try FileManager.default.copyItem(atPath: snapshot.path, toPath: $0 + "/heap.olheap") }
    }

    /// Keeps a fixture as it is now.
    func keep(_ fixture: FixtureDirectory) {
        attempt { _ = try fixture.keep(in: $0) }
    }

    /// What cannot be kept must not hide why the test failed: it is told at the end of the run.
    private func attempt(_ act: (_ folder: String) throws -> Void) {
        guard let path = try? makeFolder() else { return }
        do { try act(path) } catch { ledger.add(note: "\(test): an artifact cannot be kept: \(error)") }
    }

    /// Makes the folder where it is not there yet; the first call has it named at the end of the run.
    private func makeFolder() throws -> String {
        do {
            let path = try Self.base.get() + "/" + name
            try Self.makePrivateFolder(path)
            if isAnnounced.raise() { ledger.add(note: "\(test) failed, artifacts: \(path)") }
            return path
        } catch {
            if isAnnounced.raise() { ledger.add(note: "\(test) failed, artifacts cannot be kept: \(error)") }
            throw error
        }
    }

    /// Writes a file beside what is there: `name.txt`, `name-2.txt` and so on.
    private static func write(_ bytes: [UInt8], as name: String, in folder: String) throws {
        let url = URL(fileURLWithPath: folder)
        let stem = (name as NSString).deletingPathExtension
        let end = name.dropFirst(stem.count)
        var number = 1
        while true {
            let candidate = number == 1 ? name : "\(stem)-\(number)\(end)"
            do {
                return try Data(bytes).write(to: url.appendingPathComponent(candidate), options: .withoutOverwriting)
            } catch CocoaError.fileWriteFileExists {
                number += 1
            }
        }
    }

    private static func makePrivateFolder(_ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// A name, a test's say, as one that every file system takes.
    static func fileName(of text: String) -> String {
        let name = text.unicodeScalars.map { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", ".", "_": Character(scalar)
            default: Character("-")
            }
        }
        let words = String(name).split(separator: "-").joined(separator: "-").drop { ".-".contains($0) }
        return words.isEmpty ? "test" : String(words.prefix(80))
    }
}
