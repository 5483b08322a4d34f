internal import FoundationEssentials
internal import OutliveModel
internal import OutliveSupport

/// The private directory `OUTLIVE_DIR`, in which a watched application and the harness exchange files.
struct WatchDirectory: Sendable {
    /// The maximum size of a message in bytes, enough for the stacks of a hundred thousand survivors.
    private static let largestMessage = 1 << 30
    let path: String

    var notifySocket: String { path + "/notify" }

    /// Returns the hello message of the application, or `nil` if there is none yet.
    func hello() throws -> RegistryStatus? { try read(RegistryStatus.fileName, \.version, failingWith: .harness) }

    /// Returns the report of an ended generation, or `nil` if it has not arrived.
    func report(of generation: Int) throws -> GenerationReport? {
        let name = GenerationReport.fileName(generation: generation)
        guard let report: GenerationReport = try read(name, \.version, failingWith: .noGenerationReport) else {
            return nil
        }
        guard report.generation == generation else {
            throw Failure(.noGenerationReport, "\(name) of the application reports generation \(report.generation)")
        }
        return report
    }

    /// Writes a request for the application atomically.
    func write(_ request: ResetRequest) throws {
        let name = ResetRequest.fileName(id: request.id)
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            try encoder.encode(request).write(to: URL(filePath: path + "/" + name), options: .atomic)
        } catch {
            let reason = ((error as? CocoaError)?.underlying as? POSIXError).map { systemError($0.code.rawValue) }
            throw Failure(
                .harness,
                "cannot write \(path)/\(name): \(reason ?? "\(error)"); set TMPDIR to a directory with free space")
        }
    }

    /// Asks the application to pause after each part of its resets, until `endPause` or `omitPauses`.
    func orderPauses() throws {
        guard FileManager.default.createFile(atPath: path + "/" + StepPause.orderName, contents: nil) else {
            throw Failure(.harness, "cannot write \(path)/\(StepPause.orderName): \(systemError())")
        }
    }

    /// Returns the pause of the application, or `nil` while it has none.
    func pause() throws -> StepPause? { try read(StepPause.fileName, \.version, failingWith: .harness) }

    func endPause() { unlink(path + "/" + StepPause.fileName) }

    func omitPauses() {
        unlink(path + "/" + StepPause.orderName)
        endPause()
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }

    private func read<Value: Decodable>(
        _ name: String, _ version: KeyPath<Value, Int>, failingWith code: Failure.Code
    ) throws -> Value? {
        guard let folder = try? OwnFolder(path: path) else { return nil }
        return try readVersioned(
            name, version, upTo: RegistryStatus.currentVersion, of: "the application",
            remedy: "is it of the same version of Outlive?", failingWith: code
        ) { try folder.bytes(of: name, upTo: Self.largestMessage) }
    }
}

extension ProcessApplication {
    /// The hello message; an application that does not notify may send it some time after it is ready.
    var hello: RegistryStatus? {
        guard let process = processRun else { return nil }
        return try? process.directory.hello()
    }

    func settled() async throws -> GenerationReport? {
        guard let process = processRun, process.endedGeneration > 0, hello?.registryEnabled == true else { return nil }
        let generation = process.endedGeneration
        let outcome = try await firstOf(timeout: settle + timeout, exit: process.exit) {
            try await pollUntilAnswered(longestPause: .milliseconds(50)) {
                try process.directory.report(of: generation)
            }
        }
        switch outcome {
        case .value(let report):
            return report
        case .exited(let exit):
            // The report may have been written just before the end.
            if let report = try process.directory.report(of: generation) { return report }
            throw process.failure(.noGenerationReport, "\(exit) before it reported generation \(generation)")
        case .timedOut:
            throw process.failure(
                .noGenerationReport,
                "did not report generation \(generation) within \((settle + timeout).text): raise --settle or --timeout"
            )
        }
    }
}
