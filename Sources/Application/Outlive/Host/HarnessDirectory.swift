#if LiveReset
internal import OutliveSupport
internal import OutliveWire

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The directory in `OUTLIVE_DIR`, where the application and the harness exchange files.
///
/// The variable is set if and only if a harness is watching. Safe to use from any thread.
struct HarnessDirectory: Sendable {
    private let path: String

    /// Creates a reference to the directory named in `environment`; returns `nil` without a harness.
    init?(environment: [String: String]) {
        guard let path = environment[EnvironmentName.directory], !path.isEmpty else { return nil }
        self.path = path
    }

    /// Reads the request that the harness wrote to `request-ID.json`.
    ///
    /// - Throws: `ResetError` if the file is unreadable, belongs to another request or has a newer version.
    func request(_ id: Int) throws -> ResetRequest {
        let name = ResetRequest.fileName(id: id)
        let request: ResetRequest
        do {
            let content = try Data(contentsOf: URL(filePath: file(name)))
            request = try CheckedJSON(content).decode(ResetRequest.self)
        } catch {
            throw ResetError(.unreadableRequest, "cannot read \(name): \(error)")
        }
        guard request.version <= ResetRequest.currentVersion else {
            throw ResetError(
                .unreadableRequest,
                "\(name) has version \(request.version), this application reads "
                    + "\(ResetRequest.currentVersion): update Outlive")
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

    /// Returns `true` if a running process other than `processID` has written `hello.json`.
    ///
    /// Children of the application inherit its environment and find the same directory. The harness watches only the
    /// process that writes `hello.json` first.
    func isTaken(from processID: Int32) -> Bool {
        guard let content = try? Data(contentsOf: URL(filePath: file(RegistryStatus.fileName))),
            let owner = try? CheckedJSON(content).decode(RegistryStatus.self).processID, owner != processID
        else { return false }
        return kill(owner, 0) == 0 || errno == EPERM
    }

    /// Writes `hello.json`.
    func write(_ status: RegistryStatus) throws {
        try write(status, to: RegistryStatus.fileName)
    }

    /// Writes `generation-N.json`.
    func write(_ report: GenerationReport) throws {
        try write(report, to: GenerationReport.fileName(generation: report.generation))
    }

    /// `true` if the harness reads the process after each part of a reset.
    var wantsPauses: Bool { contains(StepPause.orderName) }

    /// Writes `step.json`.
    func write(_ pause: StepPause) throws {
        try write(pause, to: StepPause.fileName)
    }

    /// Waits until the harness has removed `step.json`. If it has not done so for too long, it is gone: no later part
    /// pauses.
    func endOfPause() async {
        let end = SuspendingClock.now + StepPause.longest
        while contains(StepPause.fileName) {
            guard SuspendingClock.now < end else {
                for name in [StepPause.orderName, StepPause.fileName] { unlink(file(name)) }
                return
            }
            try? await Task.sleep(for: .milliseconds(2), clock: .suspending)
        }
    }

    private func contains(_ name: String) -> Bool { access(file(name), F_OK) == 0 }

    private func write(_ value: some Encodable, to name: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        try replacePrivateFile(file(name), with: try encoder.encode(value))
    }

    private func file(_ name: String) -> String { "\(path)/\(name)" }
}

/// Returns `true` if the harness watches another process, from which this one inherited its environment.
///
/// Such a process sends no notifications, because the harness would attribute its `READY=1` and its server to the
/// watched process.
package func harnessWatchesAnother(by environment: [String: String]) -> Bool {
    HarnessDirectory(environment: environment)?.isTaken(from: getpid()) == true
}

/// Creates or replaces a file that only its owner can read, and that other processes never see half-written.
///
/// - Throws: `SystemError`; no temporary file is left behind.
private func replacePrivateFile(_ path: String, with content: Data) throws {
    func failure() -> SystemError {
        SystemError("cannot write \(path): \(systemError())")
    }
    let temporary = "\(path).\(UUID().uuidString).tmp"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure() }
    do {
        defer { close(descriptor) }
        try content.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let written = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { throw failure() }
                rest = rest.dropFirst(written)
            }
        }
        guard rename(temporary, path) == 0 else { throw failure() }
    } catch {
        unlink(temporary)
        throw error
    }
}
#endif
