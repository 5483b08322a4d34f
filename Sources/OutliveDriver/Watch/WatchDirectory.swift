internal import FoundationEssentials
internal import Glibc
internal import OutliveModel

/// The private directory that an application under watch and the harness exchange files in: `OUTLIVE_DIR`.
struct WatchDirectory: Sendable {
    /// Where it is.
    let path: String

    /// The path of the notification socket in it.
    var notifySocket: String { path + "/notify" }

    /// What the application said of itself; nil when it has said nothing.
    ///
    /// - Throws: `Failure` when that cannot be read.
    func hello() throws -> Hello? {
        guard let hello: Hello = try read(Hello.fileName, failingWith: .harness) else { return nil }
        try check(hello.version, Hello.fileName, failingWith: .harness)
        return hello
    }

    /// The report of an ended generation; nil when it has not come.
    ///
    /// - Throws: `Failure` when it cannot be read or is not what its name says.
    func report(of generation: Int) throws -> GenerationReport? {
        let name = GenerationReport.fileName(generation: generation)
        guard let report: GenerationReport = try read(name, failingWith: .noGenerationReport) else { return nil }
        try check(report.version, name, failingWith: .noGenerationReport)
        guard report.generation == generation else {
            throw Failure(.noGenerationReport, "\(name) of the application reports generation \(report.generation)")
        }
        return report
    }

    /// Leaves a request for the application, under its name only when it is complete.
    ///
    /// - Throws: `Failure` when it cannot be written.
    func write(_ request: ResetRequest) throws {
        let name = ResetRequest.fileName(id: request.id)
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            try encoder.encode(request).write(to: URL(filePath: path + "/" + name), options: .atomic)
        } catch {
            let reason = ((error as? CocoaError)?.underlying as? POSIXError).map { $0.code.rawValue }
            throw Failure(
                .harness,
                "cannot write \(path)/\(name): \(reason.map { String(cString: strerror($0)) } ?? "\(error)"); "
                    + "set TMPDIR to a place with room")
        }
    }

    /// Removes the directory and all in it.
    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }

    private func read<Value: Decodable>(_ name: String, failingWith code: Failure.Code) throws -> Value? {
        guard let data = FileManager.default.contents(atPath: path + "/" + name) else { return nil }
        do {
            return try CheckedJSON(data).decode(Value.self)
        } catch {
            throw Failure(
                code, "\(name) of the application cannot be read: \(error); is it of the same version of Outlive?")
        }
    }

    private func check(_ version: Int, _ name: String, failingWith code: Failure.Code) throws {
        guard version <= Hello.currentVersion else {
            throw Failure(
                code,
                "\(name) of the application has version \(version), newer than \(Hello.currentVersion): update outlive"
            )
        }
    }
}
