internal import OutliveModel

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
