#if LiveReset
internal import OutliveSupport
internal import OutliveWire

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The directory that `OUTLIVE_DIR` names, where the application and the harness exchange files.
///
/// The variable is set exactly when a harness is watching. Safe to use from any thread.
struct HarnessDirectory: Sendable {
    private let path: String

    /// Creates a reference to the directory that `environment` names; returns `nil` without a harness.
    init?(environment: [String: String]) {
        guard let path = environment[EnvironmentName.directory], !path.isEmpty else { return nil }
        self.path = path
    }

    /// Reads the request that the harness wrote to `request-ID.json`.
    ///
    /// - Throws: `ResetError` if the file is unreadable, belongs to another request or was written for a newer version.
    func request(_ id: Int) throws -> ResetRequest {
        let name = ResetRequest.fileName(id: id)
        let request: ResetRequest
        do {
            let content = try Data(contentsOf: URL(filePath: file(name)))
            request = try CheckedJSON(content).decode(ResetRequest.self)
        } catch {
            throw ResetError(.unreadableRequest, "cannot read \(name): \(error)")
        }
        guard request.version <= Hello.currentVersion else {
            throw ResetError(
                .unreadableRequest,
                "\(name) has version \(request.version), this application reads \(Hello.currentVersion): update Outlive"
            )
        }
        guard request.id == id else {
            throw ResetError(.unreadableRequest, "\(name) holds the request \(request.id)")
        }
        return request
    }

    /// Returns the highest number above `seen` that has a request file, or `nil` if there is none.
    func newestRequest(after seen: Int) -> Int? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        let numbers = names.compactMap { name in
            Int(name.drop { !$0.isNumber }.prefix { $0.isNumber }).flatMap { id in
                ResetRequest.fileName(id: id) == name ? id : nil
            }
        }
        return numbers.filter { $0 > seen }.max()
    }

    /// Returns `true` if another living process than `processID` has written `hello.json`.
    ///
    /// Children of the application inherit its environment and find the directory as well. The harness watches only the
    /// process that writes `hello.json` first.
    func isTaken(from processID: Int32) -> Bool {
        guard let content = try? Data(contentsOf: URL(filePath: file(Hello.fileName))),
            let owner = try? CheckedJSON(content).decode(Hello.self).processID, owner != processID
        else { return false }
        return kill(owner, 0) == 0 || errno == EPERM
    }

    /// Writes `hello.json`.
    func write(_ hello: Hello) throws {
        try write(hello, to: Hello.fileName)
    }

    /// Writes `generation-N.json`.
    func write(_ report: GenerationReport) throws {
        try write(report, to: GenerationReport.fileName(generation: report.generation))
    }

    private func write(_ value: some Encodable, to name: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        try PrivateFile.replace(file(name), with: try encoder.encode(value))
    }

    private func file(_ name: String) -> String { "\(path)/\(name)" }
}
#endif
