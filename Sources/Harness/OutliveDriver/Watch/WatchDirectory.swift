internal import FoundationEssentials
internal import OutliveModel
internal import OutliveSupport

/// The private directory `OUTLIVE_DIR`, in which a watched application and the harness exchange files.
struct WatchDirectory: Sendable {
    let path: String

    var notifySocket: String { path + "/notify" }

    /// Returns the hello message of the application, or `nil` if there is none yet.
    ///
    /// - Throws: `Failure` if it cannot be read.
    func hello() throws -> Hello? {
        guard let hello: Hello = try read(Hello.fileName, failingWith: .harness) else { return nil }
        try check(hello.version, Hello.fileName, failingWith: .harness)
        return hello
    }

    /// Returns the report of an ended generation, or `nil` if it has not arrived.
    ///
    /// - Throws: `Failure` if it cannot be read, or is about another generation.
    func report(of generation: Int) throws -> GenerationReport? {
        let name = GenerationReport.fileName(generation: generation)
        guard let report: GenerationReport = try read(name, failingWith: .noGenerationReport) else { return nil }
        try check(report.version, name, failingWith: .noGenerationReport)
        guard report.generation == generation else {
            throw Failure(.noGenerationReport, "\(name) of the application reports generation \(report.generation)")
        }
        return report
    }

    /// Writes a request for the application atomically.
    ///
    /// - Throws: `Failure` if it cannot be written.
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
                    + "set TMPDIR to a directory with free space")
        }
    }

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
