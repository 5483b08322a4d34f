#if LiveReset
internal import OutliveModel

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// `OUTLIVE_DIR`: the files through which the application and the harness around it speak.
///
/// Its presence in the environment is what "a harness is watching" means. Safe to use from any thread.
struct HarnessDirectory: Sendable {
    private let path: String

    /// Finds the directory that `environment` names; nil when no harness is watching.
    init?(environment: [String: String]) {
        guard let path = environment[EnvironmentName.directory], !path.isEmpty else { return nil }
        self.path = path
    }

    /// The request that the harness wrote to `request-ID.json`.
    ///
    /// - Throws: `ResetError` with the reason when there is no such request, or it was not written for this version.
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

    /// The highest number above `seen` that has a request file; nil when there is none.
    func newestRequest(after seen: Int) -> Int? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        let numbers = names.compactMap { name in
            Int(name.drop { !$0.isNumber }.prefix { $0.isNumber }).flatMap { id in
                ResetRequest.fileName(id: id) == name ? id : nil
            }
        }
        return numbers.filter { $0 > seen }.max()
    }

    /// Whether another process than `processID` said hello here and is still alive.
    ///
    /// The environment is inherited, so that a child of the application finds the directory, too; but the harness
    /// watches one process, and the first that says hello is it.
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
