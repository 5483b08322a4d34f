internal import Foundation
internal import Outlive
internal import OutliveDriver
internal import OutliveModel
internal import OutliveSupport

/// The files that are kept for a failed test; their folder is created on first use.
final class Artifacts: Sendable {
    /// The folder in `OUTLIVE_ARTIFACTS`, or else a folder of this process in the temporary directory.
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
    /// A unique name, even among tests with the same name.
    private let name: String
    private let ledger: RunLedger
    private let isAnnounced = Flag()

    init(of test: String, ledger: RunLedger = .shared) {
        self.test = test
        self.ledger = ledger
        name = "\(Self.fileName(of: test))-\(UUID().uuidString.prefix(8))"
    }

    /// Creates the folder and lists it at the end of the run, both only once; returns a line for the failure message.
    func announce() -> String {
        switch Result(catching: { try makeFolder() }) {
        case .success(let path): "artifacts: \(path)"
        case .failure(let error): "artifacts cannot be kept: \(error)"
        }
    }

    /// Lists known leaks of the test at the end of the run; nothing is kept for them.
    func list(known: [String]) { ledger.add(known: known, in: test) }

    /// Keeps a file of evidence under an unused name.
    func keep(_ file: EvidenceFile) {
        let name = Self.fileName(of: file.name)
        attempt { try Self.write(file.bytes, as: name, in: $0) }
    }

    /// Collects evidence about an application, keeps it and attaches it to the test.
    func keep(
        _ evidence: [any FailureEvidence], of processID: Int32?, attachingTo observer: any FailureObserver
    ) async {
        // A new task, so that evidence is also collected for a cancelled test, such as one that exceeds its time limit.
        await Task {
            for source in evidence {
                do {
                    for file in try await source.files(of: processID) {
                        keep(file)
                        observer.attach(file)
                    }
                } catch {
                    ledger.add(note: "\(test): \(type(of: source)) collected nothing: \(error)")
                }
            }
        }.value
    }

    /// Keeps the report of a generation as JSON and as text.
    func keep(_ report: GenerationReport, _ complaints: [LeakComplaint]) {
        attempt { folder in
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            let name = GenerationReport.fileName(generation: report.generation)
            try encoder.encode(report).write(to: URL(fileURLWithPath: folder + "/" + name))
        }
        let head =
            "generation \(report.generation): components registered: \(report.registered), released: \(report.died), "
            + "settled in \((report.settleSeconds * 1000).rounded() / 1000) s"
        let leaks = complaints.isEmpty ? ["no leak in the test"] : complaints.map(\.text)
        let text = ([head] + leaks).joined(separator: "\n\n") + "\n"
        keep(EvidenceFile(name: "leaks.txt", bytes: Array(text.utf8)))
    }

    /// Keeps a heap snapshot, for `outlive heap`.
    func keep(_ snapshot: HeapFile) {
        attempt {
            let isKept = FileManager.default.createFile(
                atPath: $0 + "/heap.olheap", contents: Data(try snapshot.bytes()),
                attributes: [.posixPermissions: 0o600])
            if !isKept { throw CocoaError(.fileWriteUnknown) }
        }
    }

    func keep(_ fixture: FixtureDirectory) { attempt { _ = try fixture.keep(in: $0) } }

    /// Runs an operation; its error is listed at the end of the run, because it must not hide the failure of the test.
    private func attempt(_ act: (_ folder: String) throws -> Void) {
        guard let path = try? makeFolder() else { return }
        do { try act(path) } catch { ledger.add(note: "\(test): an artifact cannot be kept: \(error)") }
    }

    /// Creates the folder if necessary. The first call adds it to the notes at the end of the run.
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

    /// Writes a file under an unused name: `name.txt`, `name-2.txt` and so on.
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

    /// Converts a text, such as the name of a test, to a file name that every file system accepts.
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
